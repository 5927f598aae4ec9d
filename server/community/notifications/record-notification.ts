import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { NOTIFICATIONS_CHANGED } from './notifications.queries.ts';

/** The content of a notification in the product. */
export interface Entry {
  /**
   * The sentence. `{actor}` and `{media}` stand for the current name and title at the time of reading. Wrap other names
   * in `literal`.
   */
  words: string;
  /** The account that caused it, if any. */
  actorId?: string | null;
  mediaId?: string | null;
  /** The comment or reply that it is about. Deleting the comment deletes the notification. */
  commentId?: string;
  /** The post that it is about. Deleting the post deletes the notification. */
  postId?: string;
  /** The path that it links to, if not its media item's or else its actor's. */
  path?: string;
}

/** Escapes a user-chosen name for the words of a notification, so that `{` in it starts no placeholder. */
export const literal = (name: string): string => name.replaceAll('{', '{{');

/**
 * Writes a notification that no setting stops, because it is about the account itself, in the transaction of its cause.
 * `notify` writes all others. A notification with the same occasion is kept unchanged.
 */
export const recordNotification = (tx: Db, { userId, ...notification }: Recorded & { userId: string }): Promise<void> =>
  recordNotifications(tx, [userId], notification);

interface Recorded {
  kind: string;
  occasion: string;
  entry: Entry;
}

/** Writes the same notification for several accounts. */
export async function recordNotifications(
  tx: Db,
  userIds: readonly string[],
  { kind, occasion, entry }: Recorded,
): Promise<void> {
  const { words, actorId = null, mediaId = null, commentId = null, postId = null, path = null } = entry;
  const rowIds = userIds.map(() => newId());
  await tx`
    with written as (
      insert into notifications (id, user_id, kind, occasion, words, actor_id, media_id, comment_id, post_id, path)
      select of.id, of.user_id, ${kind}, ${occasion}, ${words}, ${actorId}, ${mediaId}, ${commentId}, ${postId}, ${path}
      from unnest(${rowIds}::uuid[], ${[...userIds]}::uuid[]) of(id, user_id)
      on conflict (user_id, occasion) do nothing returning user_id)
    select pg_notify(${NOTIFICATIONS_CHANGED}, user_id::text) from written`;
}
