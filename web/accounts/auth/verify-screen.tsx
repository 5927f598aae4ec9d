import { Link, useParams } from '@tanstack/react-router';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { useVerifyEmail } from './auth.calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { OneClickFrame } from './one-click-frame.tsx';

/** Confirms an email address by a mailed link. */
export function VerifyScreen() {
  const { token } = useParams({ from: '/verify/$token' });
  const { productName } = useSettings();
  const me = useMe();
  const verify = useVerifyEmail(token);
  if (verify.isSuccess)
    return (
      <AuthFrame title="Your email is confirmed">
        <SuccessMessage>
          From now on you can publish, rate, and write to others
          {me?.isVouched && '; in your account you can add a second factor and link other accounts'}.
        </SuccessMessage>
        <Link to={me ? '/account/media' : '/login'} className={buttonClass('main', 'large', 'self-start')}>
          {me ? 'Go to your songs and videos' : 'Sign in'}
        </Link>
      </AuthFrame>
    );
  return (
    <OneClickFrame
      title="Confirm your email"
      lead={
        me?.isVerified
          ? 'One click, and we know that this account and the address are yours.'
          : `Welcome to ${productName}. One click, and you can publish.`
      }
      label="Confirm my email"
      mutation={verify}
    />
  );
}
