import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The label of the button that confirms the action. */
  confirm: string;
  cancel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The confirmed action is running: the dialog stays open until it ends, because it can no longer be cancelled. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action; closing the dialog in any way means no. */
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
