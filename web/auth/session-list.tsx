import { type Session, sessions } from '@scoville/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryOf, useSettings } from '../lib/query.ts';
import { showFailure } from '../lib/fail.ts';
import { momentText } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { focusNearRow } from '../ui/focus-near-row.ts';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { useEndSessions } from './auth.calls.ts';

/** The browsers that are signed in to one's account, and the means to sign them out. */
export function SessionList() {
  const { productName } = useSettings();
  const list = useQuery({ ...queryOf(sessions, {}), staleTime: 0 });
  const end = useEndSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const act = (id: string | null, said: string, onDone?: () => void) => {
    if (end.isPending) return;
    end.mutate(id, {
      onSuccess: () => {
        toast('success', said);
        onDone?.();
      },
      onError: (error) => showFailure(error, productName),
    });
  };
  const endOne = ({ id, device }: Session, control: HTMLElement) => {
    focusNearRow(control);
    // The last one: the button for all others goes with it.
    if (document.activeElement === control) heading.current?.focus();
    act(id, `${device} was signed out.`);
  };
  const endOthers = () => act(null, 'All other browsers were signed out.', () => heading.current?.focus());
  const all = list.data?.sessions ?? [];
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id="sessions" tabIndex={-1} className="scroll-mt-24 text-title">
          Where you are signed in
        </h2>
        {all.length > 1 && (
          <Button {...goingOn(end.isPending)} onClick={endOthers}>
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
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={(control) => endOne(session, control)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a button carries while another browser is signed out: a disabled one would lose the focus for good. */
const goingOn = (busy: boolean) => (busy ? { 'aria-disabled': true, 'aria-busy': true } : {});

interface SessionRowProps {
  session: Session;
  busy: boolean;
  onEnd: (control: HTMLElement) => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, place, network, createdOn, lastSeenOn, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col">
        <span className="font-[550]">{device}</span>
        <span className="text-caption wrap-anywhere text-muted">{[place, network].filter(Boolean).join(' · ')}</span>
        <span className="text-caption text-muted">
          Signed in {momentText(createdOn)}
          {!isCurrent && ` · last seen ${momentText(lastSeenOn)}`}
        </span>
      </div>
      {isCurrent ? (
        <span className="rounded-control bg-raised px-3 py-1 text-caption">This browser</span>
      ) : (
        <Button
          size="small"
          {...goingOn(busy)}
          aria-label={`Sign out ${device}`}
          onClick={({ currentTarget }) => onEnd(currentTarget)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
