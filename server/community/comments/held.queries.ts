import type { CommentRules } from '@scoville/contract/community/comments/comment-rules.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { NewComment } from './comments.queries.ts';

/** An account's rules for holding comments on its songs and videos; without a row, none is held. */
export async function findRules(db: Db, userId: string): Promise<CommentRules> {
  const [row] = await db<CommentRules[]>`
    select hold_all as "holdAll", words from comment_rules where user_id = ${userId}`;
  return row ?? { holdAll: false, words: [] };
}

export async function writeRules(db: Db, userId: string, { holdAll, words }: CommentRules): Promise<void> {
  await db`
    insert into comment_rules (user_id, hold_all, words) values (${userId}, ${holdAll}, ${words}::text[])
    on conflict (user_id) do update set hold_all = excluded.hold_all, words = excluded.words`;
}

export interface NewHeldComment extends NewComment {
  /** The comment or reply being answered; null for a comment, or once that one is deleted. */
  answered_id: string | null;
}

export interface HeldRow extends NewHeldComment {
  created_at: Date;
  username: string | null;
  display_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
}

const columns = (db: Db) => db`
  h.id, h.media_id, h.author_id, h.parent_id, h.answered_id, h.body, h.moment, h.created_at, u.username, u.display_name,
  u.is_master_chef, u.profile_image_version`;

/**
 * Notification channel for changed held comments, with the user to notify: the owner of the media item or the author.
 */
export const HELD_CHANGED = 'held_comments_changed';

/** Delivered when the transaction commits. */
const notifyHeldChanged = (tx: Tx, { media_id, author_id }: Pick<NewComment, 'media_id' | 'author_id'>) => tx`
  select pg_notify(${HELD_CHANGED}, user_id || ' ' || ${media_id}::text)
  from (select musician_id as user_id from media where id = ${media_id} union select ${author_id}::uuid) told`;

export async function insertHeld(tx: Tx, row: NewHeldComment): Promise<void> {
  await notifyHeldChanged(tx, row);
  await tx`insert into held_comments ${tx({ ...row })}`;
}

/** The first hundred held comments of a media item, oldest first, and their total; of one author if given. */
export async function listHeld(
  db: Db,
  mediaId: string,
  authorId: string | null,
): Promise<{ rows: HeldRow[]; total: number }> {
  const rows = await db<(HeldRow & { total: number })[]>`
    select ${columns(db)}, count(*) over ()::int as total from held_comments h join users u on u.id = h.author_id
    where h.media_id = ${mediaId} ${authorId === null ? db`` : db`and h.author_id = ${authorId}`}
    order by h.created_at, h.id limit 100`;
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findHeld(db: Db, id: string): Promise<HeldRow | null> {
  const [row] = await db<HeldRow[]>`
    select ${columns(db)} from held_comments h join users u on u.id = h.author_id where h.id = ${id}`;
  return row ?? null;
}

/** Takes a comment out of the held ones; returns false if another request already did. */
export async function claimHeld(tx: Tx, row: Pick<NewComment, 'id' | 'media_id' | 'author_id'>): Promise<boolean> {
  await notifyHeldChanged(tx, row);
  return (await tx`delete from held_comments where id = ${row.id}`).count > 0;
}
