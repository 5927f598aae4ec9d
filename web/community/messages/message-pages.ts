import { PAGES, type Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { messages } from '@scoville/contract/community/messages/messages.ts';
import { type InfiniteData, type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { keyOf } from '../../platform/lib/query.ts';

type Page = Reply<typeof messages>;
export type Pages = InfiniteData<Page, string | undefined>;

/** Milliseconds until the newest messages are requested again, in case live events don't arrive. */
const EVERY = 15_000;
const NEWEST = 'newest';

const pagesKey = (convoId: string) => [...keyOf(messages, { params: { convoId } }), PAGES];
const newestKey = (convoId: string) => [...keyOf(messages, { params: { convoId } }), NEWEST];

/** Whether a key belongs to a query for the newest messages of a conversation. */
export const isNewest = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === messages.path && queryKey.at(-1) === NEWEST;

/**
 * The messages of a conversation in pages, newest first; each page contains messages older than those of the page
 * before. Written messages don't change, so each page is read only once, and `newestMessages` updates the first page.
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
 * Reads the newest messages of a conversation whose pages are loaded, and adds them to those pages. Its own data is the
 * newest page, because a request for an older page that is answered later overwrites the pages with those from the time
 * of the request, which lack newer messages.
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
 * Adds the newest page's messages to the loaded pages, and removes the messages that the newest page no longer
 * contains. If the newest page doesn't overlap the loaded ones, it replaces them.
 */
export function withNewest(pages: Pages, newest: Page): Pages {
  const read = new Map(newest.messages.map((message) => [message.id, message]));
  if (!pages.pages.some(({ messages: known }) => known.some(({ id }) => read.has(id))))
    return { pages: [newest], pageParams: [undefined] };
  // From this time on the newest page is complete, so a message missing from it was removed. Without older messages,
  // the newest page is the whole conversation.
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
  // After a removal, the newest page reaches further back than the loaded ones.
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
