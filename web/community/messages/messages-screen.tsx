import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { user } from '@scoville/contract/accounts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryOf, useMe, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { ConvoList } from './convo-list.tsx';
import { ConvoWindow } from './convo-window.tsx';
import { draftNameForUser } from './convo-labels.ts';
import { convoQuery, convoWith, useConvoInterval } from './messages.calls.ts';
import { NewConvo } from './new-convo.tsx';

interface MessagesScreenProps {
  /** The open conversation, or `new` for a new one. */
  convoId?: string | undefined;
  /** The id of an account to write to. */
  userId?: string | undefined;
}

/** The viewer's conversations at the left and the open one at the right; on a phone only one of the two. */
export function MessagesScreen({ convoId, userId }: MessagesScreenProps) {
  const me = useMe();
  const navigate = useNavigate();
  if (!me) return null;
  const open = (convo: string | undefined) =>
    void navigate({ to: '/messages', search: convo === undefined ? {} : { convo } });
  const close = () => open(undefined);
  const isOpen = convoId !== undefined || userId !== undefined;
  return (
    <div
      className={classNames(
        'flex flex-col gap-4 py-4 md:h-[max(520px,calc(100dvh-68px-var(--player-height,0px)))] md:py-6',
        // On a phone the search is below the bar; this height keeps the message box visible without scrolling.
        isOpen && 'max-md:h-[max(360px,calc(100dvh-115px-var(--player-height,0px)))]',
      )}
    >
      <header className={classNames('flex items-center justify-between gap-2', isOpen && 'max-md:sr-only')}>
        <h1 className="text-head" tabIndex={-1}>
          Messages
        </h1>
        <Button variant="main" className={classNames(isOpen && 'max-md:hidden')} onClick={() => open('new')}>
          New message
        </Button>
      </header>
      <div className="grid min-h-0 grow gap-6 md:grid-cols-[minmax(220px,320px)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]">
        <div className={classNames('flex min-h-0 min-w-0 flex-col', isOpen && 'max-md:hidden')}>
          <ConvoList myId={me.id} selected={convoId} />
        </div>
        <div className={classNames('flex min-h-0 min-w-0 flex-col gap-2', !isOpen && 'max-md:hidden')}>
          {isOpen && (
            <Button size="small" className="flex-none self-start md:hidden" onClick={close}>
              Back to conversations
            </Button>
          )}
          {userId !== undefined ? (
            <With key={userId} userId={userId} myId={me.id} onSent={open} onClose={close} />
          ) : convoId === 'new' ? (
            <NewConvo myId={me.id} first={[]} draft="new" onSent={open} onCancel={close} />
          ) : convoId === undefined ? (
            <p className="m-auto text-muted">Select a conversation or start a new one.</p>
          ) : (
            <Open id={convoId} myId={me.id} onClose={close} />
          )}
        </div>
      </div>
    </div>
  );
}

function Open({ id, myId, onClose }: { id: string; myId: string; onClose: () => void }) {
  const { productName } = useSettings();
  const { data, error, refetch } = useQuery({ ...convoQuery(id), refetchInterval: useConvoInterval() });
  // An open conversation stays open if it cannot be refetched, because the user may be typing in it.
  if (data) return <ConvoWindow key={id} convo={data} myId={myId} onPutAway={onClose} />;
  return error ? <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} /> : <Waiting />;
}

interface WithProps {
  userId: string;
  myId: string;
  onSent: (convoId: string) => void;
  onClose: () => void;
}

/** The conversation with one account, or a form to start it. */
function With({ userId, myId, onSent, onClose }: WithProps) {
  const { productName } = useSettings();
  const known = useQuery({ ...convoWith(userId), refetchInterval: useConvoInterval() });
  // A deleted account can't be written to, but an existing conversation with it stays readable.
  const somebody = useQuery({ ...queryOf(user, { params: { id: userId } }), enabled: known.data === null });
  if (known.data) return <ConvoWindow key={known.data.id} convo={known.data} myId={myId} onPutAway={onClose} />;
  if (known.data === undefined || somebody.data === undefined) {
    const error = known.error ?? somebody.error;
    return error ? (
      <ErrorState
        message={errorText(error, productName)}
        onRetry={() => void Promise.all([known.refetch(), somebody.refetch()])}
      />
    ) : (
      <Waiting />
    );
  }
  return (
    <NewConvo
      key={userId}
      myId={myId}
      first={[somebody.data]}
      draft={draftNameForUser(somebody.data.id)}
      onSent={onSent}
      onCancel={onClose}
    />
  );
}

const Waiting = () => (
  <Loading label="Loading the conversation">
    <Skeleton className="h-60 w-full" />
  </Loading>
);
