import type { Convo, Member } from '@scoville/contract/community/messages/messages.ts';
import { useEffect } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Composer } from './composer.tsx';
import { ConvoMenu } from './convo-menu.tsx';
import { draftName, joinNames, otherMembers } from './convo-labels.ts';
import { MessageLog } from './message-log.tsx';
import { type ConvoAction, useBlock, useConvoAction, useReadConvo } from './messages.calls.ts';
import { Names } from './names.tsx';
import { useSendMessage } from './use-send-message.ts';

interface ConvoWindowProps {
  convo: Convo;
  myId: string;
  /** Called when the conversation is archived or marked as unread, both of which close it. */
  onPutAway: () => void;
}

/** One conversation: its members, its messages, and a box for a new one. An open conversation counts as read. */
export function ConvoWindow({ convo, myId, onPutAway }: ConvoWindowProps) {
  const { productName } = useSettings();
  const send = useSendMessage();
  const block = useBlock();
  const { mutateAsync } = useConvoAction();
  const { mutate: read } = useReadConvo();
  const others = otherMembers(convo, myId);
  const unreadId = convo.hasRead ? null : (convo.latest?.id ?? convo.id);
  useEffect(() => {
    if (unreadId !== null) read(convo.id);
  }, [convo.id, unreadId, read]);
  const act = async (action: ConvoAction) => {
    try {
      // Closes the conversation first, because an open one would be marked as read again.
      if (action === 'archive' || action === 'unread') onPutAway();
      await mutateAsync({ id: convo.id, action });
    } catch (error) {
      showFailure(error, productName);
    }
  };
  const setBlocked = async (who: Member, blocked: boolean) => {
    try {
      await block.mutateAsync({ id: who.id, blocked });
    } catch (error) {
      showFailure(error, productName);
    }
  };
  const [only] = others.length === 1 ? others : [];
  return (
    <section aria-label={`Conversation with ${joinNames(others)}`} className="flex min-h-0 grow flex-col gap-3">
      <header className="flex items-center justify-between gap-2 border-b border-line pb-2">
        <h2 className="min-w-0 truncate text-title">
          <Names users={others} />
        </h2>
        <ConvoMenu
          convo={convo}
          others={others}
          onAct={(action) => void act(action)}
          onBlock={(who, blocked) => void setBlocked(who, blocked)}
        />
      </header>
      {convo.isRequest && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-raised p-3">
          <p className="min-w-0">This is a message request. Replying also accepts it.</p>
          <div className="flex gap-2">
            <Button size="small" variant="main" onClick={() => void act('accept')}>
              Accept
            </Button>
            <Button size="small" onClick={() => void act('archive')}>
              Archive
            </Button>
          </div>
        </div>
      )}
      <MessageLog convo={convo} myId={myId} />
      {others.every(({ deleted }) => deleted) ? (
        <p className="text-muted">Everyone else in this conversation has deleted their account.</p>
      ) : only?.blocked ? (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          You blocked <bdi>{only.displayName}</bdi>.
          <Button size="small" onClick={() => void setBlocked(only, false)}>
            Unblock
          </Button>
        </p>
      ) : (
        <Composer
          key={convo.id}
          myId={myId}
          draft={draftName(convo, myId)}
          disabled={false}
          onSend={(text) =>
            send.mutateAsync({
              // Addresses the receiver like the first message did, before the conversation had an id, so that a retry
              // of a message whose answer was lost is recognized as the same message.
              convo: only ? { users: [only.id] } : { id: convo.id },
              message: { text },
            })
          }
        />
      )}
    </section>
  );
}
