import { Credentials } from '@scoville/contract/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { useLogin } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FormError } from '../forms/form-error.tsx';
import { errorOf, showServerErrors } from '../forms/server-errors.ts';
import { useGoOn } from './use-go-on.ts';

export function LoginScreen() {
  const { productName } = useSettings();
  const login = useLogin();
  const goOn = useGoOn();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  });
  const submit = form.handleSubmit(async (credentials) => {
    setRefusal(null);
    try {
      await login.mutateAsync(credentials);
    } catch (error) {
      setRefusal(showServerErrors(form, error, productName));
      return;
    }
    goOn();
  });

  return (
    <AuthFrame title="Sign in" lead={`Welcome back to ${productName}.`}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          {...form.register('email', { onChange: () => setRefusal(null) })}
          {...errorOf(form, 'email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.register('password', { onChange: () => setRefusal(null) })}
          {...errorOf(form, 'password')}
        />
        <FormError message={refusal} onDismiss={() => setRefusal(null)} />
        <Button type="submit" variant="main" size="large" busy={form.formState.isSubmitting}>
          Sign in
        </Button>
      </form>
      <p className="text-muted">
        New here?{' '}
        <Link
          to="/signup"
          search
          onMouseDown={keepFocus}
          className="inline-flex min-h-10 items-center text-text underline underline-offset-4"
        >
          Create an account
        </Link>
      </p>
    </AuthFrame>
  );
}
