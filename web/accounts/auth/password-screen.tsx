import { SIGN_IN_AGAIN } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { useSetPassword } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordChanged } from './password-changed.tsx';
import { PasswordForm } from './password-form.tsx';
import { UnknownToken } from './unknown-token.tsx';

/** Sets the first password of an account from a sign-in provider, or changes a member's password. */
export function PasswordScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { productName, signIn } = useSettings();
  const { mutateAsync: setPassword } = useSetPassword();
  // The account's state when the screen opened, so that setting the first password doesn't turn this screen into the
  // other form.
  const [isFirst] = useState(me !== null && !me.hasAuth);
  const [done, setDone] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const create = async (password: string) => {
    try {
      await setPassword({ password });
    } catch (error) {
      setIsStale(error instanceof ApiError && error.fields.some(({ code }) => code === SIGN_IN_AGAIN));
      throw error;
    }
  };
  if (me === null) return <UnknownToken />;
  if (done)
    return isFirst ? (
      <PasswordChanged next="/account/profile" saying="Your profile opens in a moment." />
    ) : (
      <PasswordChanged next="/account" saying="Your other browsers have been signed out." />
    );
  return isFirst ? (
    <AuthFrame
      title="Create a password"
      lead={`With a password you can sign in to ${productName} whatever happens to your other account.`}
    >
      <PasswordForm
        asksCurrent={false}
        email={me.email}
        label="Create password"
        save={({ password }) => create(password)}
        onDone={() => setDone(true)}
      />
      {isStale && (
        <section aria-label="Sign in again" className="flex flex-col gap-3">
          <p className="text-muted">Sign in again to go on, or choose the password by a link that we mail you.</p>
          {signIn.providers.map(({ name, label }) => (
            // A full page load, because the router doesn't have this address.
            <a key={name} href={`/auth/${name}`} className={buttonClass('outline', 'large')}>
              Sign in with {label} again
            </a>
          ))}
          <Link to="/forgot" className={buttonClass('outline', 'large')}>
            Mail me a link
          </Link>
        </section>
      )}
    </AuthFrame>
  ) : (
    <AuthFrame title="Change password" lead="Your other browsers will be signed out.">
      <PasswordForm
        asksCurrent
        email={me.email}
        label="Change password"
        save={setPassword}
        onDone={() => setDone(true)}
      />
    </AuthFrame>
  );
}
