import { AuthFrame } from '../auth/auth-frame.tsx';
import { OneClickFrame } from '../auth/one-click-frame.tsx';
import { useCancelFollow } from './follows.calls.ts';

/** Cancels the subscription of a mail's link. */
export function CancelFollow({ subscriptionId, token }: { subscriptionId: string; token: string | undefined }) {
  const cancel = useCancelFollow(subscriptionId, token);
  if (cancel.isSuccess)
    return (
      <AuthFrame title="The subscription is cancelled">
        <output>You get no more mail about this musician.</output>
      </AuthFrame>
    );
  return (
    <OneClickFrame
      title="Cancel the subscription"
      lead="You will not be told of this musician’s new music any more."
      label="Cancel the subscription"
      mutation={cancel}
    />
  );
}
