import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../ids.ts';
import { NOTIFICATIONS_CHANGED } from './notifications.queries.ts';

/** What a notification says in the product. */
export interface Entry {
  /** The sentence; `{actor}` and `{media}` stand for their names as they are when it is read. Other names are `literal`. */
  words: string;
  /** Who caused it, where that was somebody with an account. */
  actorId?: string | null;
  mediaId?: string | null;
  /** The comment or reply that it tells of: deleted, it takes the notification with it. */
  commentId?: string;
  /** The post that it tells of, with which it goes. */
  postId?: string;
  /** Where it leads, if not to its media or else to whoever caused it. */
  path?: string;
}

/** A name that people chose, for the words of a notification: what looks like a placeholder in it stays as it is. */
export const literal = (name: string): string => name.replaceAll('{', '{{');

/**
 * Writes a notification that no setting stops, in the transaction of its cause: it is about the account itself. `notify`
 * writes all others. One with the same occasion is there already and stays as it is.
 */
export async function recordNotification(
  tx: Db,
  { userId, kind, occasion, entry }: { userId: string; kind: string; occasion: string; entry: Entry },
): Promise<void> {
  const { words, actorId = null, mediaId = null, commentId = null, postId = null, path = null } = entry;
  await tx`
    with written as (
      insert into notifications (id, user_id, kind, occasion, words, actor_id, media_id, comment_id, post_id, path)
      values (${newId()}, ${userId}, ${kind}, ${occasion}, ${words}, ${actorId}, ${mediaId}, ${commentId}, ${postId}, ${path})
      on conflict (user_id, occasion) do nothing returning user_id)
    select pg_notify(${NOTIFICATIONS_CHANGED}, user_id::text) from written`;
}
