import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { SuccessMessage } from '../ui/success-message.tsx';
import { useSendVerification } from './auth.calls.ts';

/** Says what an account cannot do yet, and sends the link that changes that again. */
export function VerifyNotice({ email }: { email: string }) {
  const { productName } = useSettings();
  const send = useSendVerification();
  return (
    <section
      aria-label="Confirm your email"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-cover bg-surface p-4"
    >
      <p className="min-w-0 flex-1 basis-80 text-pretty wrap-anywhere">
        Confirm your email to publish and to write to others: open the link that we sent to {email}.
      </p>
      {send.isSuccess ? (
        <SuccessMessage>{send.data.message}</SuccessMessage>
      ) : (
        <Button
          busy={send.isPending}
          onClick={() => send.mutate(undefined, { onError: (error) => showFailure(error, productName) })}
        >
          Send it again
        </Button>
      )}
    </section>
  );
}
