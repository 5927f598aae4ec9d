import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The word on the button that does it. */
  confirm: string;
  cancel?: string;
  /** It cannot be undone. */
  danger?: boolean;
  /** It is being done: whoever asks waits for it, as it can no longer be kept from happening. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done; closing in any way means no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      busy={props.busy ?? false}
      actions={
        <>
          <Button variant="plain" disabled={props.busy} onClick={props.onClose}>
            {props.cancel ?? 'Cancel'}
          </Button>
          <Button variant={props.danger ? 'danger' : 'main'} busy={props.busy ?? false} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </>
      }
    >
      {props.children}
    </DialogFrame>
  );
}
