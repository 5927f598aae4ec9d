import type { Feed } from '../../platform/events/feed.ts';
import { MESSAGES_CHANGED } from './messages.queries.ts';

/** Announces a change of a conversation to the members it affects. Changes of one moment are combined in one event. */
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
