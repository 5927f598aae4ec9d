import type { Convo } from '@scoville/contract/community/messages/messages.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { useNear } from '../../platform/ui/use-near.ts';
import { type Pages, messagePages, newestMessages, withNewest } from './message-pages.ts';
import { MessagePart } from './message-part.tsx';
import { useScrollAnchor } from './use-scroll-anchor.ts';

/** The messages of a conversation, newest at the end; older messages are loaded as the user scrolls up. */
export function MessageLog({ convo, myId }: { convo: Convo; myId: string }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const pages = messagePages(convo.id);
  const { data: newest } = useQuery({
    ...newestMessages(client, convo.id),
    enabled: client.getQueryData(pages.queryKey) !== undefined,
  });
  const list = useInfiniteQuery({
    ...pages,
    select: useCallback((all: Pages) => (newest ? withNewest(all, newest) : all), [newest]),
  });
  const { data, error } = list;
  const log = useRef<HTMLDivElement>(null);
  const last = data?.pages[0]?.messages.at(-1);
  const first = data?.pages.at(-1)?.messages[0];
  const notePlace = useScrollAnchor(log, { first: first?.id, last: last?.id, isMine: last?.from === myId });
  // Stable as long as no member changed, so that memoized lines don't render again.
  const people = useMemo(() => new Map(convo.users.map((user) => [user.id, user])), [convo.users]);
  if (data === undefined)
    return error ? (
      <ErrorState message={errorText(error, productName)} onRetry={() => void list.refetch()} />
    ) : (
      <Loading label="Loading the messages">
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  return (
    <div
      ref={log}
      onScroll={notePlace}
      // `useScrollAnchor` keeps the scroll position, because the browser's scroll anchoring doesn't work at the very top,
      // where older messages are added.
      className="relative flex min-h-0 grow flex-col gap-3 overflow-y-auto pr-1 [overflow-anchor:none]"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a mouse it is scrolled by the keyboard
      tabIndex={0}
      role="log"
      aria-label="Messages"
    >
      {list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && (
        <Top log={log} onNear={() => void list.fetchNextPage()} />
      )}
      <NextPage list={list} label="Older messages" size="small" className="flex-none self-center" />
      <div className="mt-auto flex flex-none flex-col gap-3">
        {data.pages
          .map((page, index) => (
            <MessagePart
              key={String(data.pageParams[index])}
              messages={page.messages}
              people={people}
              myId={myId}
              log={log}
              isNewest={index === 0}
            />
          ))
          .toReversed()}
      </div>
    </div>
  );
}

interface TopProps {
  log: RefObject<HTMLElement | null>;
  onNear: () => void;
}

/** Calls `onNear` once the top of the log is nearly visible. */
function Top({ log, onNear }: TopProps) {
  const element = useRef<HTMLDivElement>(null);
  useNear(element, onNear, '200px 0px 0px', log);
  return <div ref={element} className="absolute top-0 h-px w-full" />;
}
