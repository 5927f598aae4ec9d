import { MAX_COMMENT_LENGTH } from '@scoville/contract/community/comments/comments.ts';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { joinTyped } from '../../platform/forms/join-typed.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { controlClass } from '../../platform/ui/field.tsx';
import { isComposing } from '../../platform/ui/is-composing.ts';
import { useCommentDraft } from './drafts.ts';

interface CommentFormProps {
  /** The account that the draft belongs to. */
  accountId: string;
  about: string;
  label: string;
  /** The label of the button. */
  send: string;
  /** Whether a button opened this form, so that the form takes the focus. */
  focused?: boolean;
  /**
   * Whether the box that this one replaces had the focus. If so, this box takes the focus, so that keys don't reach the
   * player.
   */
  typedIn?: RefObject<boolean>;
  onSend: (text: string) => Promise<unknown>;
  /** Elements beside the button. */
  children?: ReactNode;
}

/**
 * A box for a comment or a reply: Enter sends a non-empty text, Shift+Enter adds a line break. A text that fails to
 * send is put back.
 */
export function CommentForm(props: CommentFormProps) {
  const { accountId, about, label, send, focused = false, typedIn, onSend, children } = props;
  const { productName } = useSettings();
  const [{ text }, change] = useCommentDraft(accountId, about);
  const hint = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!typedIn) return undefined;
    const { current } = box;
    if (typedIn.current) current?.focus({ preventScroll: true });
    return () => {
      typedIn.current = current !== null && current === document.activeElement;
    };
  }, [typedIn]);
  const submit = () => {
    if (text.trim() === '') return;
    change(() => ({ text: '' }));
    onSend(text).catch((error: unknown) => {
      change((since) => ({ text: joinTyped(text, since.text) }));
      showFailure(error, productName);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        dir="auto"
        aria-label={label}
        aria-describedby={hint}
        placeholder={label}
        rows={1}
        maxLength={MAX_COMMENT_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only after a click on Reply, which opens the form
        autoFocus={focused}
        value={text}
        onChange={({ target }) => change(() => ({ text: target.value }))}
        onKeyDown={onKeyDown}
        className={`${controlClass} field-sizing-content max-h-[40dvh] min-h-11 py-2.5 wrap-anywhere placeholder:text-muted`}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" disabled={text.trim() === ''}>
          {send}
        </Button>
        {children}
        <span id={hint} className="text-caption text-muted max-md:sr-only">
          Enter to send, Shift+Enter for a new line.
        </span>
      </div>
    </form>
  );
}
