import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { useSendVerification } from './auth.calls.ts';

interface MailLinkNoticeProps {
  label: string;
  /** The label of the button. */
  send: string;
  children: ReactNode;
}

/** A notice about actions that need a confirmed email address, with a button that mails the link to confirm it. */
export function MailLinkNotice({ label, send: button, children }: MailLinkNoticeProps) {
  const { productName } = useSettings();
  const send = useSendVerification();
  // The link opens in another tab, so refetch the account when the user returns to this one.
  useQuery({ ...meQuery(), refetchOnWindowFocus: 'always' });
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-cover bg-surface p-4"
    >
      <p className="min-w-0 flex-1 basis-80 text-pretty wrap-anywhere">{children}</p>
      {send.isSuccess ? (
        <SuccessMessage>{send.data.message}</SuccessMessage>
      ) : (
        <Button
          busy={send.isPending}
          onClick={() => send.mutate(undefined, { onError: (error) => showFailure(error, productName) })}
        >
          {button}
        </Button>
      )}
    </section>
  );
}
