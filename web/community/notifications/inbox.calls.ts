import { PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import {
  notifications,
  readNotifications,
  unreadNotifications,
  updateNotification,
} from '@scoville/contract/community/notifications/notifications.ts';
import { type QueryClient, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { keyOf, queryOf, useSettings } from '../../platform/lib/query.ts';
import { readAgain } from '../../platform/lib/read-again.ts';

/** Milliseconds between two counts of unread notifications, in case live events don't arrive. */
const EVERY = 60_000;

/** The number of unread notifications, refetched while the user is signed in. */
export const unreadQuery = () => ({ ...queryOf(unreadNotifications, {}), refetchInterval: EVERY });

/** The number of notifications in the navbar's menu. */
const NEWEST = 6;

/** Refetched whenever the menu opens. */
export const newestNotifications = () => ({ ...queryOf(notifications, { query: { size: NEWEST } }), staleTime: 0 });

/** All notifications, newest first. */
export const notificationPages = () =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(notifications), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(notifications, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/**
 * Refetches every list of notifications. A request that is under way is finished first, and the list is then read
 * again.
 */
export const readLists = (client: QueryClient): Promise<void> =>
  readAgain(client, { predicate: ({ queryKey }) => queryKey[0] === notifications.path });

const readAll = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: unreadQuery().queryKey }), readLists(client)]);

/** Marks a notification as read or unread. */
export function useMarkNotification() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(updateNotification, { params: { id }, body: { isRead } }),
    onSuccess: () => readAll(client),
    // Handled here and not by the caller, because the menu is closed by then.
    onError: (error) => showFailure(error, productName),
  });
}

/** Marks the latest notification on the screen and all before it as read. */
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
