import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogFrame, type DialogProps } from './dialog-frame.tsx';
import { useTypedText } from './typed-text.ts';

interface FormDialogProps extends DialogProps {
  /** It holds what was chosen and not sent, besides what was typed, which it knows of by itself. */
  unsaved?: boolean;
}

/**
 * A modal dialog, open for as long as it is rendered; a page change closes it. Where text was typed into it, Escape, a
 * click outside, the close button and the browser's Back ask before that is lost; its own Cancel says so already.
 */
export function Dialog({ unsaved = false, ...props }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useTypedText(dialog);
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = () => unsaved || isTyped();
  const back = useBlocker({
    // Where a form goes after it was sent, and links inside of it, are no way of losing it by mistake.
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const dismiss = () => {
    if (!isUnsaved()) return props.onClose();
    // A second Escape closes a dialog without asking us first: the browser lets no page hold it open for ever.
    if (dialog.current?.open === false) dialog.current.showModal();
    setAsking(true);
  };
  const keep = () => {
    setAsking(false);
    back.reset?.();
  };
  const discard = () => {
    props.onClose();
    back.proceed?.();
  };
  return (
    <>
      <DialogFrame {...props} element={dialog} onDismiss={dismiss} />
      {(isAsking || back.status === 'blocked') && (
        <ConfirmDialog
          title="Unsaved changes"
          confirm="Discard"
          cancel="Keep editing"
          danger
          onConfirm={discard}
          onClose={keep}
        >
          <p>What you entered here will be lost. Do you want to discard it?</p>
        </ConfirmDialog>
      )}
    </>
  );
}
