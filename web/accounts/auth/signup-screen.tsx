import { wordsAbout } from '@scoville/contract/accounts/auth/passwords.ts';
import { SignUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import type { UserType } from '@scoville/contract/accounts/users/users.ts';
import type * as z from 'zod/mini';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useSettings } from '../../platform/lib/query.ts';
import { ChoiceCards } from '../../platform/ui/choice-cards.tsx';
import { keepFocus } from '../../platform/ui/keep-focus.ts';
import { PasswordField, TextField } from '../../platform/ui/text-field.tsx';
import { useSignUp } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { SocialButtons } from '../identities/social-buttons.tsx';
import { trialText } from '../plans/trial-text.ts';
import { PasswordMeter } from './password-meter.tsx';
import { useContinue } from './use-continue.ts';
import { useSubscribeTo } from './use-subscribe-to.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  emailConfirmation: '',
  password: '',
  passwordConfirmation: '',
  _type: 'Musician' as const,
};

const USER_TYPES = [
  { value: 'Musician', label: 'Musician', hint: 'I make music, and want to publish it and have it scored.' },
  { value: 'Listener', label: 'Listener', hint: 'I listen to music, and want to find what others scored highly.' },
] as const satisfies { value: z.infer<typeof UserType>; label: string; hint: string }[];

const route = getRouteApi('/signup');

export function SignUpScreen() {
  const { subscribeTo } = route.useSearch();
  useSubscribeTo(subscribeTo);
  const { subscriptions } = useSettings();
  const signUp = useSignUp();
  const goOn = useContinue();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(SignUp), defaultValues: EMPTY });
  const [password, email, firstName, lastName] = useWatch({
    control: form.control,
    name: ['password', 'email', 'firstName', 'lastName'],
  });
  const signingUp = useServerForm(form, async (account) => {
    await signUp.mutateAsync(account);
    goOn();
  });
  const { field } = signingUp;

  return (
    <AuthFrame title="Create account" lead={trialText(subscriptions.limits)}>
      <ServerForm of={signingUp} label="Create account">
        <ChoiceCards legend="What brings you here?" choices={USER_TYPES} {...field('_type')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextField label="Confirm email" type="email" autoComplete="off" {...field('emailConfirmation')} />
        <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
        <PasswordMeter password={password} about={wordsAbout({ email, names: [firstName, lastName] })} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('passwordConfirmation')} />
      </ServerForm>
      <SocialButtons />
      <p className="text-muted">
        Already have an account?{' '}
        <Link
          to="/login"
          search
          onMouseDown={keepFocus}
          className="inline-flex min-h-10 items-center text-text underline underline-offset-4"
        >
          Sign in
        </Link>
      </p>
    </AuthFrame>
  );
}
