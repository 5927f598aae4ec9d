import { EmailOfForm } from '@scoville/contract/community/own-account/email-change.ts';
import { PasswordForm } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormError } from '../../platform/forms/form-error.tsx';
import { useServerForm } from '../../platform/forms/server-form.tsx';
import { useMe } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { PasswordField, TextField } from '../../platform/ui/text-field.tsx';
import type { EmailChanging } from './user-actions.ts';

const Form = z.object({ ...EmailOfForm.shape, ...PasswordForm.shape });

interface EmailDialogProps {
  user: UserSummary;
  /** Runs the change. The dialog shows the error if `send` throws. */
  send: (changing: EmailChanging) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog for the new address of an account, the reason, and the administrator's password. */
export function EmailDialog({ user, send, onClose }: EmailDialogProps) {
  const id = useId();
  const isWaiting = useMe()?.newEmailWaits ?? true;
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Form),
    defaultValues: { email: '', reason: '', password: '' },
  });
  const sending = useServerForm(form, send);
  return (
    <Dialog
      title={sentence`Change the email of ${user.name}`}
      busy={sending.isSubmitting}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={sending.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" type="submit" form={id} busy={sending.isSubmitting}>
            Change email
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void sending.submit(event)} className="flex flex-col gap-5">
        <p className="wrap-anywhere">
          Make sure that the request really comes from them.{' '}
          {isWaiting
            ? `Their email stays ${user.email} until the link in the mail to the new one is opened. If they had confirmed it, a mail there says how to take the change back.`
            : `They sign in with the new one at once, because no mail is sent here. The mail to ${user.email} that takes the change back stays in the outbox.`}
        </p>
        <TextField label="New email" type="email" autoComplete="off" {...sending.field('email')} />
        <TextArea
          label="Reason"
          hint={isWaiting ? 'They read it in the mail to their present email.' : 'The audit log keeps it.'}
          maxLength={500}
          {...sending.field('reason')}
        />
        <PasswordField label="Your password" autoComplete="current-password" {...sending.field('password')} />
        <FormError message={sending.refusal} onDismiss={sending.dismiss} />
      </form>
    </Dialog>
  );
}
