import type { Feed } from '../events/feed.ts';
import { MESSAGES_CHANGED } from './messages.queries.ts';

/** That something changed in a conversation: to whom it changed for. One event for all of a moment. */
export const messagesFeed: Feed = {
  channel: MESSAGES_CHANGED,
  read: (_db, changes) => {
    const named = changes.map((change) => change.split(' ') as [userId: string, convoId: string]);
    const byUser = Map.groupBy(named, ([userId]) => userId);
    return Promise.resolve(
      [...byUser].map(([userId, of]) => ({
        userId,
        event: { name: 'messages' as const, data: { convoIds: of.map(([, convoId]) => convoId) } },
      })),
    );
  },
};
