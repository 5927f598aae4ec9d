import { ChangePasswordForm, NewPasswordForm, wordsAbout } from '@scoville/contract/accounts/auth/passwords.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { PasswordField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { PasswordMeter } from './password-meter.tsx';

interface Passwords {
  currentPassword: string;
  password: string;
}

interface PasswordFormProps {
  /** Whether the form has a field for the current password. */
  asksCurrent: boolean;
  /** The account's email address, for the browser's password manager; unknown before a mailed link is used. */
  email?: string;
  label: string;
  save: (passwords: Passwords) => Promise<unknown>;
  onDone: () => void;
}

/** A form for a new password, which is typed twice. */
export function PasswordForm({ asksCurrent, email, label, save, onDone }: PasswordFormProps) {
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(asksCurrent ? ChangePasswordForm : NewPasswordForm),
    // Without a field for the current password, the form has no value for it, so an error about it is shown above the
    // button.
    defaultValues: { ...(asksCurrent && { currentPassword: '' }), password: '', passwordVer: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const saving = useServerForm(form, async ({ currentPassword = '', password }) => {
    await save({ currentPassword, password });
    toast('success', 'Password successfully changed.');
    onDone();
  });
  const { field } = saving;
  return (
    <ServerForm of={saving} label={label}>
      {email !== undefined && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      {asksCurrent && (
        <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      )}
      <PasswordField label="New password" autoComplete="new-password" {...field('password')} />
      <PasswordMeter password={password} about={wordsAbout({ email })} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field('passwordVer')} />
    </ServerForm>
  );
}
