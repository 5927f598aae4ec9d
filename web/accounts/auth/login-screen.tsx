import { Credentials, SUSPENDED } from '@scoville/contract/accounts/auth/auth.ts';
import { SIGN_IN_REFUSALS, isSignInRefusal } from '@scoville/contract/accounts/identities/identities.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link, getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../platform/lib/call.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { keepFocus } from '../../platform/ui/keep-focus.ts';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { PasswordField, TextField } from '../../platform/ui/text-field.tsx';
import { useLogin } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { SocialButtons } from '../identities/social-buttons.tsx';
import { asksSecondFactor } from '../second-factor/second-factor.calls.ts';
import { Loading, Skeleton } from '../../platform/ui/states.tsx';
import { useContinue } from './use-continue.ts';
import { useSubscribeTo } from './use-subscribe-to.ts';

/** Loaded only for users with a second factor. */
const SecondFactorForm = neededPart(async () => ({
  default: (await import('../second-factor/second-factor-form.tsx')).SecondFactorForm,
}));

const route = getRouteApi('/login');

/** Whether the sign-in was refused because the account is suspended. */
const isSuspension = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ code }) => code === SUSPENDED);

export function LoginScreen() {
  const { refusal: word = '', secondFactor = false, subscribeTo } = route.useSearch();
  useSubscribeTo(subscribeTo);
  const [asked, setAsked] = useState(secondFactor);
  const { productName } = useSettings();
  const login = useLogin();
  const goOn = useContinue();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  });
  const signingIn = useServerForm(
    form,
    async (credentials) => {
      try {
        await login.mutateAsync(credentials);
      } catch (error) {
        if (!asksSecondFactor(error)) throw error;
        setAsked(true);
        return;
      }
      goOn();
    },
    isSignInRefusal(word) ? SIGN_IN_REFUSALS[word] : null,
  );

  if (asked)
    return (
      <AuthFrame title="Second step" lead="Your account asks for a second factor.">
        <Suspense
          fallback={
            <Loading label="Loading the second step">
              <Skeleton className="h-32" />
            </Loading>
          }
        >
          <SecondFactorForm onDone={goOn} onRestart={() => setAsked(false)} />
        </Suspense>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Sign in" lead={`Welcome back to ${productName}.`}>
      <ServerForm of={signingIn} label="Sign in">
        <TextField label="Email" type="email" autoComplete="email" {...signingIn.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...signingIn.field('password')} />
        <Link
          to="/forgot"
          onMouseDown={keepFocus}
          className="-my-2 inline-flex min-h-10 items-center self-start text-muted underline underline-offset-4"
        >
          Forgot your password?
        </Link>
      </ServerForm>
      {signingIn.refusal !== null && (word === SUSPENDED || isSuspension(login.error)) && (
        <Link to="/help/contact" className={buttonClass('outline', 'normal', 'self-start')}>
          Contact us
        </Link>
      )}
      <SocialButtons />
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
