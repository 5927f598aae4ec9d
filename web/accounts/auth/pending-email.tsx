import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { showFailure } from '../../platform/lib/fail.ts';
import { momentText } from '../../platform/lib/format.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { useCancelEmailChange } from './email-change.calls.ts';

/** The pending new address with a button to cancel it; nothing if no change is pending. */
export function PendingEmail({ me: { email, pendingEmail } }: { me: Me }) {
  const cancel = useCancelEmailChange();
  if (pendingEmail === null && !cancel.isSuccess) return null;
  return (
    <section
      aria-label="New email"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-cover bg-surface p-4"
    >
      {pendingEmail === null ? (
        <SuccessMessage>Your email stays {email}.</SuccessMessage>
      ) : (
        <Pending email={email} pending={pendingEmail} cancel={cancel} />
      )}
    </section>
  );
}

interface PendingProps {
  email: string;
  pending: NonNullable<Me['pendingEmail']>;
  cancel: ReturnType<typeof useCancelEmailChange>;
}

function Pending({ email, pending, cancel }: PendingProps) {
  const { productName } = useSettings();
  // The link opens in another tab, so refetch on return to this one.
  useQuery({ ...meQuery(), refetchOnWindowFocus: 'always' });
  return (
    <>
      <p role="status" className="min-w-0 flex-1 basis-80 text-pretty wrap-anywhere">
        Open the link that we mailed to {pending.email} by {momentText(pending.expiresOn)}. Until then you sign in with{' '}
        {email}.
      </p>
      <Button
        busy={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError: (error) => showFailure(error, productName) })}
      >
        Keep the present email
      </Button>
    </>
  );
}
