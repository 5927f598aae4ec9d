import { Credentials } from '@scoville/contract/accounts/auth/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { AuthFrame } from '../../accounts/auth/auth-frame.tsx';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { PasswordField, TextField } from '../../platform/ui/text-field.tsx';
import { useDeleteAccount } from './account.calls.ts';

/** How long the farewell is shown before the browser is signed out (ms). */
const SHOWN = 2000;

/** Deletes the user's own account, after they have entered its email and password again. */
export function DeleteAccountScreen() {
  const deletion = useDeleteAccount();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  });
  const deleting = useServerForm(form, (credentials) => deletion.mutateAsync(credentials));
  if (deletion.isSuccess) return <Farewell />;
  return (
    <AuthFrame title="Delete account" lead="This cannot be undone. Enter your email and password to confirm it.">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Your songs and videos, their plays and verdicts, and your profile are deleted.</li>
        <li>What you wrote to others stays with them, under the name Deleted User.</li>
        <li>Your shows stay in the calendars of those who subscribed to them, under that name.</li>
        <li>Your email becomes free for a new account.</li>
      </ul>
      <ServerForm of={deleting} label="Delete my account" variant="danger">
        <TextField label="Email" type="email" autoComplete="off" {...deleting.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...deleting.field('password')} />
      </ServerForm>
    </AuthFrame>
  );
}

function Farewell() {
  const router = useRouter();
  const { productName } = useSettings();
  useEffect(() => {
    const timer = setTimeout(() => void router.navigate({ to: '/logout' }), SHOWN);
    return () => clearTimeout(timer);
  }, [router]);
  return (
    <AuthFrame title="We are sorry to see you go">
      <SuccessMessage>
        Your account was deleted. Thank you for the time that you spent with {productName}.
      </SuccessMessage>
    </AuthFrame>
  );
}
