import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { PasswordDialog } from '../../platform/forms/password-dialog.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import type { PendingUserAction } from './use-user-actions.ts';
import type { UserInput } from './user-actions.ts';

interface UserActionDialogProps {
  pending: PendingUserAction;
  busy: boolean;
  onRun: (input: UserInput) => void;
  /** Runs the action for a dialog that shows the error itself. */
  send: (input: UserInput) => Promise<void>;
  onClose: () => void;
}

/** The dialog of an action on accounts: asks for the action's input, or for a confirmation. */
export function UserActionDialog({ pending, busy, onRun, send, onClose }: UserActionDialogProps) {
  const { action, chosen } = pending;
  const [user] = chosen;
  const name = chosen.length === 1 ? (user?.name ?? '') : `${chosen.length} users`;
  const question = {
    title: sentence`${action.label}: ${name}?`,
    confirm: action.label,
    danger: action.danger ?? false,
    onClose,
  };
  switch (action.dialog) {
    case 'suspend':
      return (
        <SuspendDialog name={name} busy={busy} onSuspend={(suspending) => onRun({ suspending })} onClose={onClose} />
      );
    case 'plan':
      return user && <PlanDialog user={user} busy={busy} onAssign={(plan) => onRun({ plan })} onClose={onClose} />;
    case 'email':
      return user && <EmailDialog user={user} send={(changing) => send({ changing })} onClose={onClose} />;
    case 'password':
      return (
        <PasswordDialog {...question} send={(password) => send({ password })}>
          {action.confirm}
        </PasswordDialog>
      );
    default:
      return (
        <ConfirmDialog {...question} busy={busy} onConfirm={() => onRun({})}>
          <p>{action.confirm}</p>
        </ConfirmDialog>
      );
  }
}
