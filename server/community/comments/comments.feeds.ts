import type { Feed } from '../../platform/events/feed.ts';
import { COMMENTS_CHANGED } from './comments.queries.ts';
import { HELD_CHANGED } from './held.queries.ts';

/**
 * Announces added and removed comments: to all clients for a public media item, to its owner for a hidden one. Changes
 * of one moment are combined in one event.
 */
export const commentsFeed: Feed = {
  channel: COMMENTS_CHANGED,
  async read(db, ids) {
    const rows = await db<{ userId: string; mediaIds: string[] }[]>`
      select case when band is null then musician_id::text else 'everybody' end as "userId", array_agg(id) as "mediaIds"
      from media where id = any(${ids}::uuid[]) group by 1`;
    return rows.map(({ userId, mediaIds }) => ({ userId, event: { name: 'comments', data: { mediaIds } } }));
  },
};

/**
 * Announces held comments that were added or decided, to the owner of the media item and the author. Changes of one
 * moment are combined in one event.
 */
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
