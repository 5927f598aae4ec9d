import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import { UnsubscribeForm } from '@scoville/contract/community/notifications/unsubscribe.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { AuthFrame } from '../../accounts/auth/auth-frame.tsx';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { CancelFollow } from '../follows/cancel-follow.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { useUnsubscribe } from './notifications.calls.ts';

const route = getRouteApi('/account/unsubscribe');

/**
 * Stops one subscription, or all mail to an address, either by the link of a mail or after the user enters the address.
 */
export function UnsubscribeScreen() {
  const { email, subscriptionId, token } = route.useSearch();
  return subscriptionId === undefined ? (
    <UnsubscribeAddress email={email} token={token} />
  ) : (
    <CancelFollow subscriptionId={subscriptionId} token={token} />
  );
}

/** Asks for confirmation first, because mail scanners open links. */
function UnsubscribeAddress({ email = '', token }: { email?: string | undefined; token?: string | undefined }) {
  const { productName } = useSettings();
  const unsubscribe = useUnsubscribe();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(UnsubscribeForm),
    defaultValues: { email },
  });
  const sending = useServerForm(form, (given) =>
    unsubscribe.mutateAsync({ ...given, ...(token && isSameMailbox(given.email, email) ? { email, token } : {}) }),
  );
  if (unsubscribe.data) return <Outcome {...unsubscribe.data} />;
  return (
    <AuthFrame
      title="Unsubscribe"
      lead={`${productName} will only email you about your account itself, such as a password change.`}
    >
      <ServerForm of={sending} label="Unsubscribe">
        <TextField label="Email" type="email" autoComplete="email" {...sending.field('email')} />
      </ServerForm>
    </AuthFrame>
  );
}

function Outcome({ message, confirmed }: { message: string; confirmed: boolean }) {
  const me = useMe();
  return (
    <AuthFrame title={confirmed ? 'You are unsubscribed' : 'Check your email'}>
      <SuccessMessage>
        {confirmed ? 'From now on we only email you about your account itself.' : message}
      </SuccessMessage>
      {me && (
        <Link to="/account/notifications" className={buttonClass('outline', 'large', 'self-start')}>
          Choose what you get mail about
        </Link>
      )}
    </AuthFrame>
  );
}
