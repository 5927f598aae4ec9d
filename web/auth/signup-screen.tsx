import { SignUp } from '@scoville/contract/sign-up.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { useSignUp } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FormError } from '../forms/form-error.tsx';
import { errorOf, showServerErrors } from '../forms/server-errors.ts';
import { trialText } from '../plans/trial-text.ts';
import { useGoOn } from './use-go-on.ts';
import { UserTypeChoice } from './user-type-choice.tsx';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  emailConfirmation: '',
  password: '',
  passwordConfirmation: '',
  _type: 'Musician' as const,
};

export function SignUpScreen() {
  const { productName, subscriptions } = useSettings();
  const signUp = useSignUp();
  const goOn = useGoOn();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(SignUp), defaultValues: EMPTY });
  const submit = form.handleSubmit(async (account) => {
    setRefusal(null);
    try {
      await signUp.mutateAsync(account);
    } catch (error) {
      setRefusal(showServerErrors(form, error, productName));
      return;
    }
    goOn();
  });
  const field = (name: Exclude<keyof typeof EMPTY, '_type'>) => ({
    ...form.register(name, { onChange: () => setRefusal(null) }),
    ...errorOf(form, name),
  });

  return (
    <AuthFrame title="Create account" lead={trialText(subscriptions.limits)}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <UserTypeChoice {...form.register('_type')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextField label="Confirm email" type="email" autoComplete="off" {...field('emailConfirmation')} />
        <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('passwordConfirmation')} />
        <FormError message={refusal} onDismiss={() => setRefusal(null)} />
        <Button type="submit" variant="main" size="large" busy={form.formState.isSubmitting}>
          Create account
        </Button>
      </form>
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
