import { MAX_MESSAGE_LENGTH } from '@scoville/contract/community/messages/messages.ts';
import { type KeyboardEvent, useId } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { controlClass } from '../../platform/ui/field.tsx';
import { isComposing } from '../../platform/ui/is-composing.ts';
import { useMessageBox } from './message-box.ts';
import { useCaretHandover } from './use-caret-handover.ts';

interface ComposerProps<T> {
  myId: string;
  /** The name of the draft, under which the typed text is saved and restored after a reload. */
  draft: string;
  /** True while the message has no recipient. */
  disabled: boolean;
  onSend: (text: string) => Promise<T>;
  /** Called once the message was sent; `since` is the text typed since then. */
  onSent?: (answer: T, since: string) => void;
}

/**
 * The box for a message: Enter sends a non-empty message, Shift+Enter adds a line break. A message that fails is put
 * back.
 */
export function Composer<T>({ myId, draft, disabled, onSend, onSent }: ComposerProps<T>) {
  const { productName } = useSettings();
  const { text, isSending, type, send } = useMessageBox(myId, draft);
  const hint = useId();
  const box = useCaretHandover();
  const isEmpty = text.trim() === '';
  const submit = async () => {
    if (isEmpty || disabled || isSending) return;
    try {
      const { answer, since } = await send(onSend);
      onSent?.(answer, since);
    } catch (error) {
      showFailure(error, productName);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        // When pressed by keyboard, the button would lose the focus while it is busy.
        if (event.currentTarget.contains(document.activeElement)) box.current?.focus();
        void submit();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          dir="auto"
          aria-label="Message"
          aria-describedby={hint}
          placeholder="Write a message"
          rows={1}
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass} field-sizing-content max-h-[30dvh] min-h-[42px] resize-none py-2.5 wrap-anywhere placeholder:text-muted`}
        />
        <Button type="submit" variant="main" disabled={isEmpty || disabled} busy={isSending}>
          Send
        </Button>
      </div>
      <p id={hint} className="text-caption text-muted max-md:sr-only">
        Enter to send, Shift+Enter for a new line.
      </p>
    </form>
  );
}
