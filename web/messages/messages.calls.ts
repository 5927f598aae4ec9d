import { type BodyInput, PAGES } from '@scoville/contract/endpoint.ts';
import {
  type Convo,
  blockUser,
  convo,
  convos,
  unblockUser,
  unreadConvos,
  updateConvo,
} from '@scoville/contract/messages.ts';
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useIsStreamOpen } from '../events/stream.ts';
import { ApiError, call } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { keyOf, queryOf, useSettings } from '../lib/query.ts';
import { readAgain } from '../lib/read-again.ts';
import { isNewest } from './message-pages.ts';

/** Milliseconds after which unread conversations are counted again. */
const EVERY = 15_000;

/** After how long conversations that are on the screen are read again: while live events say what changed, never. */
export const useConvoInterval = (): number | false => (useIsStreamOpen() ? false : EVERY);

/** How many conversations hold something unread, for as long as somebody is signed in. */
export const unreadQuery = () => ({ ...queryOf(unreadConvos, {}), refetchInterval: EVERY });

/** Conversations that the navbar's menu shows. */
const NEWEST = 4;

/** Read whenever the menu opens: what is unread may have been counted since. */
export const newestConvos = () => ({ ...queryOf(convos, { query: { size: NEWEST } }), staleTime: 0 });

/** All that is not archived, what waits as a request of it, or what is archived. */
export type ConvoView = 'all' | 'requests' | 'archived';

const QUERY_OF = { all: {}, requests: { requests: true }, archived: { archived: true } } as const;

/** Conversations, the latest first; with a text those with somebody whose name begins so. */
export const convoPages = (view: ConvoView, q: string) => {
  const query = { ...QUERY_OF[view], ...(q !== '' && { q }) };
  return infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(convos, { query }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(convos, { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });
};

export const convoQuery = (id: string) => queryOf(convo, { params: { id } });

/** The conversation with one account alone; null where there is none yet. */
export const convoWith = (userId: string) =>
  queryOptions({
    queryKey: keyOf(convos, { query: { with: userId } }),
    queryFn: async ({ signal }): Promise<Convo | null> =>
      (await call(convos, { query: { with: userId }, signal })).convos[0] ?? null,
  });

/** Everything that shows these conversations is read again; all of them when none is named. */
export async function readConvos(client: QueryClient, ids: readonly string[] | null): Promise<void> {
  const isOne = (params: unknown, name: string) =>
    ids === null || ids.includes(String((params as Record<string, unknown>)[name]));
  await readAgain(client, {
    predicate: ({ queryKey }) => {
      const [path, params] = queryKey;
      if (path === convo.path) return isOne(params, 'id');
      return path === unreadConvos.path || path === convos.path || (isNewest(queryKey) && isOne(params, 'convoId'));
    },
  });
}

export type ConvoAction = BodyInput<typeof updateConvo>['action'];

export function useConvoAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: ConvoAction }) =>
      call(updateConvo, { params: { id }, body: { action } }),
    onSuccess: ({ id }) => readConvos(client, [id]),
  });
}

/** Counts a conversation as read, for whoever looks at it: tried again by itself, as nobody pressed anything. */
export function useReadConvo() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(updateConvo, { params: { id }, body: { action: 'read' } }),
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    onSuccess: ({ id }) => readConvos(client, [id]),
    onError: (error) => showFailure(error, productName),
  });
}

/** Blocks or unblocks an account: whatever shows it is read again. */
export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, blocked }: { id: string; blocked: boolean }) =>
      call(blocked ? blockUser : unblockUser, { params: { id } }),
    onSuccess: () => readConvos(client, null),
  });
}
