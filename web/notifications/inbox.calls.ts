import { PAGES } from '@scoville/contract/endpoint.ts';
import {
  notifications,
  readNotifications,
  unreadNotifications,
  updateNotification,
} from '@scoville/contract/notifications.ts';
import { type QueryClient, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { keyOf, queryOf, useSettings } from '../lib/query.ts';
import { readAgain } from '../lib/read-again.ts';

/** Milliseconds after which unread notifications are counted again, should live events be away. */
const EVERY = 60_000;

/** How many are unread, for as long as somebody is signed in. */
export const unreadQuery = () => ({ ...queryOf(unreadNotifications, {}), refetchInterval: EVERY });

/** Notifications that the navbar's menu shows. */
const NEWEST = 6;

/** Read whenever the menu opens. */
export const newestNotifications = () => ({ ...queryOf(notifications, { query: { size: NEWEST } }), staleTime: 0 });

/** All of them, the latest first. */
export const notificationPages = () =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(notifications), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(notifications, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** Whatever lists notifications is read again; what is under way is read to its end, and once more. */
export const readLists = (client: QueryClient): Promise<void> =>
  readAgain(client, { predicate: ({ queryKey }) => queryKey[0] === notifications.path });

const readAll = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: unreadQuery().queryKey }), readLists(client)]);

/** Marks one as read or unread. */
export function useMarkNotification() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(updateNotification, { params: { id }, body: { isRead } }),
    onSuccess: () => readAll(client),
    // Here, and not where it is called: the menu is closed by then.
    onError: (error) => showFailure(error, productName),
  });
}

/** Marks as read what is shown: the latest one that is, and all before it. */
export function useReadNotifications() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string | undefined) =>
      call(readNotifications, { body: { ...(upTo !== undefined && { upTo }) } }),
    onSuccess: () => readAll(client),
    onError: (error) => showFailure(error, productName),
  });
}
