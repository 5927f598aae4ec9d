import { PAGES, type Reply } from '@scoville/contract/endpoint.ts';
import { messages } from '@scoville/contract/messages.ts';
import { type InfiniteData, type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';

type Page = Reply<typeof messages>;
export type Pages = InfiniteData<Page, string | undefined>;

/** Milliseconds after which the newest messages are asked for again, should live events be away. */
const EVERY = 15_000;
const NEWEST = 'newest';

const pagesKey = (convoId: string) => [...keyOf(messages, { params: { convoId } }), PAGES];
const newestKey = (convoId: string) => [...keyOf(messages, { params: { convoId } }), NEWEST];

/** Whatever asks for the newest messages of a conversation. */
export const isNewest = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === messages.path && queryKey.at(-1) === NEWEST;

/**
 * The messages of a conversation, the newest page first; each page holds the older ones of the page before. What was
 * written does not change: pages are read once, however many they become, and `newestMessages` adds to the first.
 */
export const messagePages = (convoId: string) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: pagesKey(convoId),
    queryFn: async ({ pageParam, signal, client }) => {
      const query = pageParam === undefined ? {} : { minDate: pageParam };
      const page = await call(messages, { params: { convoId }, query, signal });
      if (pageParam === undefined) client.setQueryData(newestKey(convoId), page);
      return page;
    },
    getNextPageParam: ({ messages: page, hasMore }) => (hasMore ? page[0]?.createdAt : undefined),
    staleTime: Infinity,
  });

/**
 * Reads the newest messages of a conversation whose pages are there, and adds them. Its data stays the newest page: an
 * older one that comes later is put behind the pages that there were when it was asked for, and they lack what came since.
 */
export const newestMessages = (client: QueryClient, convoId: string) =>
  queryOptions({
    queryKey: newestKey(convoId),
    queryFn: async ({ signal }) => {
      const page = await call(messages, { params: { convoId }, query: {}, signal });
      client.setQueryData<Pages>(pagesKey(convoId), (old) => old && withNewest(old, page));
      return page;
    },
    refetchInterval: EVERY,
    staleTime: EVERY,
  });

/**
 * Pages with what the newest one brings, without what it does not show any more; where it does not reach back to what is
 * known, it stands alone.
 */
export function withNewest(pages: Pages, newest: Page): Pages {
  const read = new Map(newest.messages.map((message) => [message.id, message]));
  if (!pages.pages.some(({ messages: known }) => known.some(({ id }) => read.has(id))))
    return { pages: [newest], pageParams: [undefined] };
  // From here on the newest page has everything: what it lacks was removed. Without more, that is the whole conversation.
  const since = newest.hasMore ? (newest.messages[0]?.createdAt ?? '') : '';
  const left = pages.pages.map((page) => ({
    ...page,
    messages: page.messages
      .filter(({ id, createdAt }) => read.has(id) || createdAt <= since)
      .map((message) => read.get(message.id) ?? message),
  }));
  const known = new Set(left.flatMap((page) => page.messages.map(({ id }) => id)));
  const begin = left.findLast((page) => page.messages.length > 0)?.messages[0]?.createdAt ?? '';
  const fresh = newest.messages.filter(({ id }) => !known.has(id));
  // Where something was removed, the newest page reaches further back than what was known.
  const [before, after] = [fresh.filter((one) => one.createdAt < begin), fresh.filter((one) => one.createdAt >= begin)];
  const last = left.length - 1;
  return {
    ...pages,
    pages: left.map((page, index) => ({
      ...page,
      messages: [...(index === last ? before : []), ...page.messages, ...(index === 0 ? after : [])],
    })),
  };
}
