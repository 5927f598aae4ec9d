import type { Feed } from '../../platform/events/feed.ts';
import { NOTIFICATIONS_CHANGED, countUnread } from './notifications.queries.ts';

/**
 * Sends each account the number of its unread notifications. One query counts for all accounts that were notified in a
 * moment.
 */
export const notificationsFeed: Feed = {
  channel: NOTIFICATIONS_CHANGED,
  read: async (db, ids) =>
    (await countUnread(db, ids)).map(({ userId, unread }) => ({
      userId,
      event: { name: 'notifications', data: { unread } },
    })),
};
