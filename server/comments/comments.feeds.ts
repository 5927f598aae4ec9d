import type { Feed } from '../events/feed.ts';
import { COMMENTS_CHANGED } from './comments.queries.ts';
import { HELD_CHANGED } from './held.queries.ts';

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

/** That what waits for approval came or went: to the owner of the media and the author. One event for all of a moment. */
export const heldCommentsFeed: Feed = {
  channel: HELD_CHANGED,
  read: (_db, changes) => {
    const named = changes.map((change) => change.split(' ') as [userId: string, mediaId: string]);
    return Promise.resolve(
      [...Map.groupBy(named, ([userId]) => userId)].map(([userId, of]) => ({
        userId,
        event: { name: 'comments', data: { mediaIds: of.map(([, mediaId]) => mediaId) } },
      })),
    );
  },
};
