import { PAGES, type Reply } from '@scoville/contract/endpoint.ts';
import { messages } from '@scoville/contract/messages.ts';
import { type InfiniteData, type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';

type Page = Reply<typeof messages>;
type Pages = InfiniteData<Page, string | undefined>;

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
      if (pageParam === undefined) client.setQueryData(newestKey(convoId), newestOf(page));
      return page;
    },
    getNextPageParam: ({ messages: page, hasMore }) => (hasMore ? page[0]?.createdAt : undefined),
    staleTime: Infinity,
  });

/** Reads the newest messages of a conversation whose pages are there, and adds them; its data is the newest one's id. */
export const newestMessages = (client: QueryClient, convoId: string) =>
  queryOptions({
    queryKey: newestKey(convoId),
    queryFn: async ({ signal }) => {
      const page = await call(messages, { params: { convoId }, query: {}, signal });
      client.setQueryData<Pages>(pagesKey(convoId), (old) => old && withNewest(old, page));
      return newestOf(page);
    },
    refetchInterval: EVERY,
    staleTime: EVERY,
  });

const newestOf = (page: Page): string | null => page.messages.at(-1)?.id ?? null;

/** Pages with what the newest one brings; where it does not reach back to what is known, it stands alone. */
export function withNewest(pages: Pages, newest: Page): Pages {
  const [first, ...older] = pages.pages;
  const read = new Map(newest.messages.map((message) => [message.id, message]));
  const isBesides = first?.messages.some(({ id }) => read.has(id)) ?? false;
  if (first === undefined || !isBesides) return { pages: [newest], pageParams: [undefined] };
  const known = new Set(first.messages.map(({ id }) => id));
  const messagesOfFirst = [
    ...first.messages.map((message) => read.get(message.id) ?? message),
    ...newest.messages.filter(({ id }) => !known.has(id)),
  ];
  return { ...pages, pages: [{ ...first, messages: messagesOfFirst }, ...older] };
}
