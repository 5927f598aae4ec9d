import { AuthFrame } from '../../accounts/auth/auth-frame.tsx';
import { OneClickFrame } from '../../accounts/auth/one-click-frame.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { useCancelFollow } from './follows.calls.ts';

/** Cancels a subscription to a musician's news by the link in one of its mails. */
export function CancelFollow({ subscriptionId, token }: { subscriptionId: string; token: string | undefined }) {
  const cancel = useCancelFollow(subscriptionId, token);
  if (cancel.isSuccess)
    return (
      <AuthFrame title="The subscription is cancelled">
        <SuccessMessage>You will get no more email about this musician.</SuccessMessage>
      </AuthFrame>
    );
  return (
    <OneClickFrame
      title="Cancel the subscription"
      lead="You will no longer be notified of this musician’s new music."
      label="Cancel the subscription"
      mutation={cancel}
    />
  );
}
