import { MAX_COMMENT_LENGTH } from '@scoville/contract/comments.ts';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { joinTyped } from '../forms/join-typed.ts';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';

interface CommentFormProps {
  label: string;
  /** The word on its button. */
  send: string;
  /** It opened by a button that was pressed: typing goes on here. */
  focused?: boolean;
  onSend: (text: string) => Promise<unknown>;
  /** Beside the button. */
  children?: ReactNode;
}

/** A box for a comment or a reply: Enter sends what is not empty, Shift+Enter breaks the line. What fails comes back. */
export function CommentForm({ label, send, focused = false, onSend, children }: CommentFormProps) {
  const { productName } = useSettings();
  const [text, setText] = useState('');
  const hint = useId();
  const submit = () => {
    if (text.trim() === '') return;
    setText('');
    onSend(text).catch((error: unknown) => {
      setText((since) => joinTyped(text, since));
      showFailure(error, productName);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is composed, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
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
        aria-label={label}
        aria-describedby={hint}
        placeholder={label}
        rows={1}
        maxLength={MAX_COMMENT_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focused}
        value={text}
        onChange={(event) => setText(event.target.value)}
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
