import type { Feed } from '../../platform/events/feed.ts';
import { TRAIL_CHANGED } from './trail.queries.ts';

/** Announces to musicians that something happened in the review of their songs and videos. */
export const trailFeed: Feed = {
  channel: TRAIL_CHANGED,
  async read(db, ids) {
    const rows = await db<{ id: string; userId: string }[]>`
      select id, musician_id as "userId" from media where id = any(${ids}::uuid[])`;
    return rows.map(({ id, userId }) => ({ userId, event: { name: 'review', data: { id } } }));
  },
};
