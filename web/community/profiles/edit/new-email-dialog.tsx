import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { openedPart } from '../../../platform/ui/opened-part.tsx';

const PasswordDialog = openedPart(async () => ({
  default: (await import('../../../platform/forms/password-dialog.tsx')).PasswordDialog,
}));

interface NewEmailDialogProps {
  me: Me;
  email: string;
  save: (password: string) => Promise<unknown>;
  onClose: () => void;
}

/** The password prompt for a new email. */
export function NewEmailDialog({ me, email, save, onClose }: NewEmailDialogProps) {
  return (
    <PasswordDialog title="Change your email?" confirm="Save Profile" send={save} onClose={onClose} onFailed={onClose}>
      {me.newEmailWaits
        ? `We mail a link to ${email}. Your email stays ${me.email} until you open it; what else you changed here is saved now.`
        : `From now on you sign in with ${email}. What else you changed here is saved, too.`}
    </PasswordDialog>
  );
}
