import { type Session, sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '../../platform/lib/query.ts';
import { momentText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { controlNearRow } from '../../platform/ui/focus-near-row.ts';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { useEndSessions } from './auth.calls.ts';

const PasswordDialog = openedPart(async () => ({
  default: (await import('../../platform/forms/password-dialog.tsx')).PasswordDialog,
}));

/** The session to end, or null for all others, and the button that was pressed for that. */
interface Ending {
  session: Session | null;
  control: HTMLElement;
}

/** The browsers that are signed in to the account, with buttons to sign them out. */
export function SessionList() {
  const list = useQuery({ ...queryOf(sessions, {}), staleTime: 0 });
  const end = useEndSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const nextFocus = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // The dialog returned the focus to a button that no longer exists.
    if (ending === null) nextFocus.current?.focus();
    nextFocus.current = null;
  }, [ending]);
  const send = async ({ session, control }: Ending, password: string) => {
    const near = session === null ? undefined : controlNearRow(control);
    await end.mutateAsync({ id: session?.id ?? null, password });
    toast('success', session === null ? 'All other browsers were signed out.' : `${session.device} was signed out.`);
    nextFocus.current = near ?? heading.current;
    setEnding(null);
  };
  const all = list.data?.sessions ?? [];
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id="sessions" tabIndex={-1} className="scroll-mt-24 text-title">
          Where you are signed in
        </h2>
        {all.length > 1 && (
          <Button onClick={({ currentTarget }) => setEnding({ session: null, control: currentTarget })}>
            Sign out all others
          </Button>
        )}
      </div>
      {list.isLoadingError ? (
        <ErrorState message="Your sessions could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading>
          <Skeleton className="h-16 w-full" />
        </Loading>
      ) : (
        <ul aria-labelledby="sessions" className="flex flex-col divide-y divide-line border-y border-line">
          {all.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={(control) => setEnding({ session, control })} />
          ))}
        </ul>
      )}
      {ending && (
        <PasswordDialog
          title={ending.session === null ? 'Sign out all others?' : `Sign out ${ending.session.device}?`}
          confirm="Sign out"
          send={(password) => send(ending, password)}
          onClose={() => setEnding(null)}
          onFailed={() => setEnding(null)}
        >
          If someone else is signed in there, change your password as well: that signs out every browser but this one.
        </PasswordDialog>
      )}
    </section>
  );
}

interface SessionRowProps {
  session: Session;
  onEnd: (control: HTMLElement) => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, place, network, createdOn, lastSeenOn, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col">
        <span className="font-[550] wrap-anywhere">{device}</span>
        <span className="text-caption wrap-anywhere text-muted">{[place, network].filter(Boolean).join(' · ')}</span>
        <span className="text-caption text-muted">
          Signed in {momentText(createdOn)}
          {!isCurrent && ` · last seen ${momentText(lastSeenOn)}`}
        </span>
      </div>
      {isCurrent ? (
        <span className="rounded-control bg-raised px-3 py-1 text-caption">This browser</span>
      ) : (
        <Button size="small" aria-label={`Sign out ${device}`} onClick={({ currentTarget }) => onEnd(currentTarget)}>
          Sign out
        </Button>
      )}
    </li>
  );
}
