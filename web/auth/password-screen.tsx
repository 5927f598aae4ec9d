import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, useSettings } from '../lib/query.ts';
import { useSetPassword } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordChanged } from './password-changed.tsx';
import { PasswordForm } from './password-form.tsx';
import { UnknownToken } from './unknown-token.tsx';

/** The first password of an account that came from elsewhere, or another one for a member. */
export function PasswordScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { productName } = useSettings();
  const { mutateAsync: setPassword } = useSetPassword();
  // What the account was when the screen opened: its first password does not turn this into the other form.
  const [isFirst] = useState(me !== null && !me.hasAuth);
  const [done, setDone] = useState(false);
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
        save={({ password }) => setPassword({ password })}
        onDone={() => setDone(true)}
      />
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
