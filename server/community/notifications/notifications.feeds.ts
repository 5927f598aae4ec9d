import type { Feed } from '../../platform/events/feed.ts';
import { NOTIFICATIONS_CHANGED, countUnread } from './notifications.queries.ts';

/** How many notifications are unread: to the account alone. One read for all who were notified in a moment. */
export const notificationsFeed: Feed = {
  channel: NOTIFICATIONS_CHANGED,
  read: async (db, ids) =>
    (await countUnread(db, ids)).map(({ userId, unread }) => ({
      userId,
      event: { name: 'notifications', data: { unread } },
    })),
};
