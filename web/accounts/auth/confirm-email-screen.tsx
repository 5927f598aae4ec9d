import { Link, useParams } from '@tanstack/react-router';
import { useMe } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useConfirmEmail } from './email-change.calls.ts';
import { OneClickFrame } from './one-click-frame.tsx';

/** Confirms an account's new email address by the link mailed to that address. */
export function ConfirmEmailScreen() {
  const { token } = useParams({ from: '/account/confirm-email/$token' });
  const me = useMe();
  const confirm = useConfirmEmail(token);
  if (confirm.isSuccess)
    return (
      <AuthFrame title="Your email was changed">
        <SuccessMessage>From now on you sign in with {confirm.data.email}.</SuccessMessage>
        <Link to={me ? '/account/overview' : '/login'} className={buttonClass('main', 'large', 'self-start')}>
          {me ? 'Go to your account' : 'Sign in'}
        </Link>
      </AuthFrame>
    );
  return (
    <OneClickFrame
      title="Confirm your new email"
      lead="One click, and you sign in with this address. Until then your email stays what it is."
      label="Confirm my new email"
      mutation={confirm}
    />
  );
}
