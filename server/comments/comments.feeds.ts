import type { Feed } from '../events/feed.ts';
import { COMMENTS_CHANGED } from './comments.queries.ts';

/** That comments came or went: to everybody of what is public, to its owner of what is not. One event for all of a moment. */
export const commentsFeed: Feed = {
  channel: COMMENTS_CHANGED,
  async read(db, ids) {
    const rows = await db<{ userId: string; mediaIds: string[] }[]>`
      select case when band is null then musician_id::text else 'everybody' end as "userId", array_agg(id) as "mediaIds"
      from media where id = any(${ids}::uuid[]) group by 1`;
    return rows.map(({ userId, mediaIds }) => ({ userId, event: { name: 'comments', data: { mediaIds } } }));
  },
};
