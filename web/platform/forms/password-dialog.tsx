import { PasswordForm } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { FormError } from './form-error.tsx';
import { useServerForm } from './server-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/text-field.tsx';

interface PasswordDialogProps {
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  /** Label of the submit button. */
  confirm: string;
  /** The action removes something. */
  danger?: boolean;
  /** Runs the action. The dialog shows its error. */
  send: (password: string) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog that asks for the password, for actions that need a fresh confirmation of identity. */
export function PasswordDialog({ title, children, confirm, danger = false, send, onClose }: PasswordDialogProps) {
  const id = useId();
  const form = useForm({ resolver: zodResolver(PasswordForm), defaultValues: { password: '' } });
  const sending = useServerForm(form, ({ password }) => send(password));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={sending.isSubmitting}
      actions={
        <>
          <Button variant="plain" disabled={sending.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'main'} busy={sending.isSubmitting}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void sending.submit(event)} className="flex flex-col gap-5">
        <p>{children}</p>
        <PasswordField label="Your password" autoComplete="current-password" {...sending.field('password')} />
        <FormError message={sending.refusal} onDismiss={sending.dismiss} />
      </form>
    </Dialog>
  );
}
