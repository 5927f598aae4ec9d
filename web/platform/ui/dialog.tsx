import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogFrame, type DialogProps } from './dialog-frame.tsx';
import { useTypedText } from './typed-text.ts';

interface FormDialogProps extends DialogProps {
  /** The dialog holds unsent choices, besides typed text, which it detects itself. */
  unsaved?: boolean;
}

/**
 * A modal dialog, open for as long as it is rendered; a page change closes it. If the user typed text into it, Escape,
 * a click outside, the close button and the browser's Back ask before they discard that text. Its Cancel button doesn't
 * ask, because its label is clear.
 */
export function Dialog({ unsaved = false, ...props }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useTypedText(dialog);
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = () => unsaved || isTyped();
  const back = useBlocker({
    // Links in the dialog, and the navigation after a form was sent, don't discard text by mistake.
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const dismiss = () => {
    if (!isUnsaved()) return props.onClose();
    // Browsers close a dialog on a second Escape without a cancelable event, so the dialog is reopened here.
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
