import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { UseFormReturn } from 'react-hook-form';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { TextField } from '../../../platform/ui/text-field.tsx';
import type { ProfileForm } from './profile-form.ts';

interface UsernameFieldProps {
  form: UseFormReturn<ProfileForm>;
  me: Me;
  problem: string | undefined;
}

/** The name in the profile's address. It can be claimed once, and is only shown afterwards. */
export function UsernameField({ form, me, problem }: UsernameFieldProps) {
  if (me.username !== null)
    return (
      <TextField label="Username" disabled value={me.username} hint={`Your address is ${addressOf(me.username)}.`} />
    );
  const typed = form.watch('username');
  const { error, ...dismissal } = errorOf(form, 'username');
  return (
    <TextField
      label="Username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={`Your address will be ${addressOf(typed || 'username')}. You can choose it once.`}
      {...form.register('username')}
      error={error ?? problem}
      {...dismissal}
    />
  );
}

const addressOf = (name: string): string => `${location.host}/${name}`;
