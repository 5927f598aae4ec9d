import { POST_DAYS } from '@scoville/contract/community/follows/posts.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { mailedFollowType } from './follows.queries.ts';

export interface PostRow {
  id: string;
  musician_id: string;
  body: string;
  created_at: Date;
  told_at: Date | null;
  musician: {
    id: string;
    username: string | null;
    display_name: string;
    is_master_chef: boolean;
    profile_image_version: number;
  };
}

const columns = (db: Db) => db`
  p.id, p.musician_id, p.body, p.created_at, p.told_at, jsonb_build_object('id', u.id, 'username', u.username,
    'display_name', u.display_name, 'is_master_chef', u.is_master_chef,
    'profile_image_version', u.profile_image_version) as musician`;

/** Claims a musician's weekly post; one of several concurrent calls succeeds. @returns false if it is too early */
export async function claimWeeklyPost(tx: Tx, musicianId: string): Promise<boolean> {
  const taken = await tx`
    insert into post_turns (musician_id) values (${musicianId})
    on conflict (musician_id) do update set taken_at = now()
    where post_turns.taken_at <= now() - make_interval(days => ${POST_DAYS}) returning 1`;
  return taken.length > 0;
}

/** When a musician may write the next post; null if they may now. */
export async function findNextPostTime(db: Db, musicianId: string): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select taken_at + make_interval(days => ${POST_DAYS}) as at from post_turns
    where musician_id = ${musicianId} and taken_at > now() - make_interval(days => ${POST_DAYS})`;
  return row?.at ?? null;
}

export async function insertPost(tx: Tx, { id, musicianId, text }: { id: string; musicianId: string; text: string }) {
  await tx`insert into posts (id, musician_id, body) values (${id}, ${musicianId}, ${text})`;
}

export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await db<PostRow[]>`
    select ${columns(db)} from posts p join users u on u.id = p.musician_id where p.id = ${id}`;
  return row ?? null;
}

/** The posts with these ids that exist, in any order. */
export const findPosts = (db: Db, ids: readonly string[]): Promise<PostRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db<PostRow[]>`
        select ${columns(db)} from posts p join users u on u.id = p.musician_id where p.id = any(${[...ids]}::uuid[])`;

/**
 * Whether the subscription to the musician's news that caused a mail about a post still exists; null if the post was
 * deleted.
 */
export async function findMailedPost(
  db: Db,
  postId: string,
  dedupeKey: string,
): Promise<{ isFollowed: boolean } | null> {
  const [row] = await db<{ isFollowed: boolean }[]>`
    select ${mailedFollowType(db, dedupeKey, db`p.musician_id`)} is not null as "isFollowed"
    from posts p where p.id = ${postId}`;
  return row ?? null;
}

/** Keeps a post from being deleted until the transaction ends; returns false if it is already deleted. */
export async function holdPost(tx: Tx, id: string): Promise<boolean> {
  return (await tx`select 1 from posts where id = ${id} for key share`).length > 0;
}

export async function markNotified(db: Db, id: string): Promise<void> {
  await db`update posts set told_at = now() where id = ${id}`;
}

export async function removePost(db: Db, id: string): Promise<void> {
  await db`delete from posts where id = ${id}`;
}

/** One page of a musician's posts, latest first. */
export async function listPosts(
  db: Db,
  musicianId: string,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: PostRow[]; total: number }> {
  const rows = await db<PostRow[]>`
    select ${columns(db)} from posts p join users u on u.id = p.musician_id
    where p.musician_id = ${musicianId} and u.deleted_at is null
      ${after === null ? db`` : db`and (p.created_at, p.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by p.created_at desc, p.id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from posts where musician_id = ${musicianId}`;
  return { rows, total: count?.n ?? 0 };
}
