import type { Convo } from '@scoville/contract/messages.ts';
import { errorText } from '@scoville/contract/errors.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { useNear } from '../ui/use-near.ts';
import { MessageLine } from './message-line.tsx';
import { messagePages, newestMessages } from './message-pages.ts';
import { useKeptPlace } from './use-kept-place.ts';

/** What was said in a conversation, the newest at the end; older messages come as one scrolls up to them. */
export function MessageLog({ convo, myId }: { convo: Convo; myId: string }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(messagePages(convo.id));
  useQuery({ ...newestMessages(client, convo.id), enabled: data !== undefined });
  const log = useRef<HTMLDivElement>(null);
  const messages = data?.pages.toReversed().flatMap((page) => page.messages);
  const last = messages?.at(-1);
  const notePlace = useKeptPlace(log, { first: messages?.[0]?.id, last: last?.id, isMine: last?.from === myId });
  const people = new Map(convo.users.map((user) => [user.id, user]));
  if (messages === undefined)
    return error ? (
      <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the messages">
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  return (
    <div
      ref={log}
      onScroll={notePlace}
      // The place is kept by us: the browser's own way does nothing at the very top, which is where older ones come.
      className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto pr-1 [overflow-anchor:none]"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a mouse it is scrolled by the keyboard
      tabIndex={0}
      role="log"
      aria-label="Messages"
    >
      {hasNextPage && (
        <>
          {!isFetchingNextPage && !isFetchNextPageError && <Top log={log} onNear={() => void fetchNextPage()} />}
          <Button
            size="small"
            className="flex-none self-center"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Older messages
          </Button>
        </>
      )}
      <ol className="mt-auto flex flex-col gap-3">
        {messages.map((message) => (
          <MessageLine
            key={message.id}
            message={message}
            from={people.get(message.from)}
            isMine={message.from === myId}
          />
        ))}
      </ol>
    </div>
  );
}

interface TopProps {
  log: RefObject<HTMLElement | null>;
  onNear: () => void;
}

/** Says once that the top of the log is nearly seen. */
function Top({ log, onNear }: TopProps) {
  const element = useRef<HTMLDivElement>(null);
  useNear(element, onNear, '200px 0px 0px', log);
  return <div ref={element} className="absolute top-0 h-px w-full" />;
}
