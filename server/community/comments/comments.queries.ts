import { FIRST_REPLIES } from '@scoville/contract/community/comments/comments.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';

/** A comment or a reply with its author, and whether the viewer flagged it. Presented by `comments.present.ts`. */
export interface CommentRow {
  id: string;
  media_id: string;
  author_id: string;
  /** Null for a comment, the comment's id for a reply. */
  parent_id: string | null;
  body: string;
  /** Position in the song or video, in seconds. */
  moment: number | null;
  created_at: Date;
  username: string | null;
  display_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
  author_deleted: boolean;
  flagged: boolean;
}

/** Columns of a CommentRow, without `from`; `viewerId` is null for a visitor. */
const columns = (db: Db, viewerId: string | null) => db`
  c.id, c.media_id, c.author_id, c.parent_id, c.body, c.moment, c.created_at, u.username, u.display_name,
  u.is_master_chef, u.profile_image_version, u.deleted_at is not null as author_deleted,
  ${viewerId === null ? db`false` : db`exists (select 1 from comment_flags f where f.comment_id = c.id and f.user_id = ${viewerId})`}
    as flagged`;

export interface ThreadRow extends CommentRow {
  reply_total: number;
}

interface Wanted {
  mediaId: string;
  viewerId: string | null;
  ascending: boolean;
  /** Only comments about a moment of the song or video. */
  moments: boolean;
}

/** One page of the comments on a media item, without replies, ordered by time. */
export async function listComments(
  db: Db,
  { mediaId, viewerId, ascending, moments }: Wanted,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: ThreadRow[]; total: number }> {
  const direction = ascending ? db`asc` : db`desc`;
  const about = moments ? db`and c.moment is not null` : db``;
  const beyond =
    after === null
      ? db``
      : db`and (c.created_at, c.id) ${ascending ? db`>` : db`<`} (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const rows = await db<ThreadRow[]>`
    select ${columns(db, viewerId)}, (select count(*)::int from comments r where r.parent_id = c.id) as reply_total
    from comments c join users u on u.id = c.author_id
    where c.media_id = ${mediaId} and c.parent_id is null ${about} ${beyond}
    order by c.created_at ${direction}, c.id ${direction} limit ${limit} offset ${skip}`;
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from comments c where media_id = ${mediaId} and parent_id is null ${about}`;
  return { rows, total: count?.total ?? 0 };
}

/** The first replies to each of some comments, oldest first. */
export const listFirstReplies = (db: Db, ids: readonly string[], viewerId: string | null): Promise<CommentRow[]> =>
  db<CommentRow[]>`
    select ${columns(db, viewerId)} from unnest(${[...ids]}::uuid[]) as thread(id)
    cross join lateral (
      select * from comments where parent_id = thread.id order by created_at, id limit ${FIRST_REPLIES}
    ) c
    join users u on u.id = c.author_id order by c.created_at, c.id`;

/** One page of the replies to a comment, oldest first. */
export async function listReplies(
  db: Db,
  { commentId, viewerId }: { commentId: string; viewerId: string | null },
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: CommentRow[]; total: number }> {
  const beyond =
    after === null ? db`` : db`and (c.created_at, c.id) > (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const rows = await db<CommentRow[]>`
    select ${columns(db, viewerId)} from comments c join users u on u.id = c.author_id
    where c.parent_id = ${commentId} ${beyond} order by c.created_at, c.id limit ${limit} offset ${skip}`;
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from comments where parent_id = ${commentId}`;
  return { rows, total: count?.total ?? 0 };
}

/** A comment or reply, or null. */
export async function findComment(db: Db, id: string, viewerId: string | null): Promise<ThreadRow | null> {
  const [row] = await db<ThreadRow[]>`
    select ${columns(db, viewerId)}, (select count(*)::int from comments r where r.parent_id = c.id) as reply_total
    from comments c join users u on u.id = c.author_id where c.id = ${id}`;
  return row ?? null;
}

/** Notification channel for media items whose comments were added or removed. */
export const COMMENTS_CHANGED = 'comments_changed';

/** Delivered when the transaction commits. */
const notifyChanged = (tx: Db, mediaId: string) => tx`select pg_notify(${COMMENTS_CHANGED}, ${mediaId})`;

export interface NewComment {
  id: string;
  media_id: string;
  author_id: string;
  parent_id: string | null;
  body: string;
  moment: number | null;
}

/**
 * Must be the last statement of its transaction: its trigger updates the media item's comment count and the public
 * version, whose row lock all other writers wait for.
 */
export async function insertComment(tx: Db, row: NewComment): Promise<void> {
  await notifyChanged(tx, row.media_id);
  await tx`insert into comments ${tx({ ...row })}`;
}

/** Claims the mail about a media item to a user: one an hour. A caller that gets true must send it. */
export async function claimHourlyMail(tx: Db, mediaId: string, userId: string): Promise<boolean> {
  const taken = await tx`
    insert into comment_mails (media_id, user_id) values (${mediaId}, ${userId})
    on conflict (media_id, user_id) do update set mailed_at = now()
    where comment_mails.mailed_at <= now() - interval '1 hour' returning 1`;
  return taken.length > 0;
}

/**
 * Deletes a comment with its replies and flags. Must be the last statement of its transaction, like `insertComment`.
 */
export async function removeComment(tx: Db, { id, media_id: mediaId }: CommentRow): Promise<void> {
  await notifyChanged(tx, mediaId);
  await tx`delete from comments where id = ${id}`;
}

/** Flags a comment for an account; returns false if the account already did, or the comment was deleted. */
export async function insertFlag(db: Db, commentId: string, userId: string): Promise<boolean> {
  const rows = await db`
    insert into comment_flags (comment_id, user_id)
    select c.id, ${userId} from comments c where c.id = ${commentId} for key share of c
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** One page of the flagged comments and replies of a media item, newest first. */
export async function listFlagged(
  db: Db,
  { mediaId, viewerId }: { mediaId: string; viewerId: string },
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: (CommentRow & { flags: number })[] }> {
  const beyond =
    after === null ? db`` : db`and (c.created_at, c.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const rows = await db<(CommentRow & { flags: number })[]>`
    select ${columns(db, viewerId)}, flags.n as flags
    from comments c join users u on u.id = c.author_id
    cross join lateral (select count(*)::int as n from comment_flags f where f.comment_id = c.id) flags
    where c.media_id = ${mediaId} and flags.n > 0 ${beyond}
    order by c.created_at desc, c.id desc limit ${limit} offset ${skip}`;
  return { rows };
}
