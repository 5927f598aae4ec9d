import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { Link, useParams } from '@tanstack/react-router';
import { AuthFrame } from '../../accounts/auth/auth-frame.tsx';
import { OneClickFrame } from '../../accounts/auth/one-click-frame.tsx';
import { buttonClass } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { useConfirmFollow } from './follows.calls.ts';

/** Confirms a guest's subscription to a musician's news by the link in a mail. */
export function ConfirmFollowScreen() {
  const { token } = useParams({ from: '/account/confirm-subscription/$token' });
  const confirm = useConfirmFollow(token);
  if (confirm.isSuccess) {
    const { musician } = confirm.data;
    return (
      <AuthFrame title="Successfully subscribed!">
        <SuccessMessage>
          We will write to you when there is something new of <bdi>{musician.displayName}</bdi>.
        </SuccessMessage>
        <Link to={profilePath(musician)} className={buttonClass('main', 'large', 'self-start')}>
          Go to <bdi>{musician.displayName}</bdi>
        </Link>
      </AuthFrame>
    );
  }
  return (
    <OneClickFrame
      title="Confirm your subscription"
      lead="One click, and we will tell you about new music."
      label="Confirm the subscription"
      mutation={confirm}
    />
  );
}
