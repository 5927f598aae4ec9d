import { LinkForm } from '@scoville/contract/identities.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { FormError } from '../forms/form-error.tsx';
import { useServerForm } from '../forms/server-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { useLink } from './identities.calls.ts';

/** Asks for the password, and leaves the page for the provider. */
export function LinkDialog({ name, label, onClose }: { name: string; label: string; onClose: () => void }) {
  const id = useId();
  const link = useLink();
  const form = useForm({ resolver: zodResolver(LinkForm), defaultValues: { password: '' } });
  const linking = useServerForm(form, ({ password }) => link.mutateAsync({ provider: name, password }));
  return (
    <Dialog
      title={`Link ${label}`}
      onClose={onClose}
      busy={linking.isSubmitting}
      actions={
        <>
          <Button variant="plain" disabled={linking.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="main" busy={linking.isSubmitting}>
            Continue to {label}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void linking.submit(event)} className="flex flex-col gap-5">
        <p>Whoever has the account there can then sign in here as you.</p>
        <PasswordField label="Your password" autoComplete="current-password" {...linking.field('password')} />
        <FormError message={linking.refusal} onDismiss={linking.dismiss} />
      </form>
    </Dialog>
  );
}
