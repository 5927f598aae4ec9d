import { type BodyInput, PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import {
  type Convo,
  blockUser,
  convo,
  convos,
  unblockUser,
  unreadConvos,
  updateConvo,
} from '@scoville/contract/community/messages/messages.ts';
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useIsStreamOpen } from '../../platform/events/stream.ts';
import { ApiError, call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { keyOf, queryOf, useSettings } from '../../platform/lib/query.ts';
import { readAgain } from '../../platform/lib/read-again.ts';
import { isNewest } from './message-pages.ts';

/** Milliseconds after which unread conversations are counted again. */
const EVERY = 15_000;

/** Interval for refetching the conversations on the screen; false while live events report all changes. */
export const useConvoInterval = (): number | false => (useIsStreamOpen() ? false : EVERY);

/** The number of conversations with unread messages, refetched for as long as an account is signed in. */
export const unreadQuery = () => ({ ...queryOf(unreadConvos, {}), refetchInterval: EVERY });

/** The number of conversations that the navbar's menu shows. */
const NEWEST = 4;

/** Refetched each time the menu opens, because the unread count may have changed since. */
export const newestConvos = () => ({ ...queryOf(convos, { query: { size: NEWEST } }), staleTime: 0 });

/** All conversations that aren't archived, only the message requests among them, or the archived ones. */
export type ConvoView = 'all' | 'requests' | 'archived';

const QUERY_OF = { all: {}, requests: { requests: true }, archived: { archived: true } } as const;

/** Conversations, latest first; with a text, only those with a member whose name starts with it. */
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

/** The conversation with only this account; null if it does not exist yet. */
export const convoWith = (userId: string) =>
  queryOptions({
    queryKey: keyOf(convos, { query: { with: userId } }),
    queryFn: async ({ signal }): Promise<Convo | null> =>
      (await call(convos, { query: { with: userId }, signal })).convos[0] ?? null,
  });

/** Refetches all queries that show these conversations, or any conversation if `ids` is null. */
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

/** Marks an open conversation as read. Retries automatically, because no user action is involved. */
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

/** Blocks or unblocks an account, and refetches all conversations. */
export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, blocked }: { id: string; blocked: boolean }) =>
      call(blocked ? blockUser : unblockUser, { params: { id } }),
    onSuccess: () => readConvos(client, null),
  });
}
