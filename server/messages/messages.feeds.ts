import type { Feed } from '../events/feed.ts';
import { MESSAGES_CHANGED } from './messages.queries.ts';

/** That something changed in a conversation: to each who takes part in it and has it. One event for all of a moment. */
export const messagesFeed: Feed = {
  channel: MESSAGES_CHANGED,
  async read(db, ids) {
    const rows = await db<{ userId: string; convoIds: string[] }[]>`
      select user_id as "userId", array_agg(conversation_id) as "convoIds" from conversation_members
      where conversation_id = any(${ids}::uuid[]) and latest_at is not null group by 1`;
    return rows.map(({ userId, convoIds }) => ({ userId, event: { name: 'messages', data: { convoIds } } }));
  },
};
