import type postgres from 'postgres';
import type { FollowType } from '@scoville/contract/community/follows/follows.ts';
import { FOLLOW_SCORE } from '@scoville/contract/catalogue/media/scores.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';

export interface FollowRow {
  id: string;
  musician_id: string;
  subscriber_id: string | null;
  email: string | null;
  type: FollowType;
  confirmed_at: Date | null;
}

const columns = (db: Db) => db`id, musician_id, subscriber_id, email, type, confirmed_at`;

export async function findFollow(db: Db, id: string): Promise<FollowRow | null> {
  const [row] = await db<FollowRow[]>`select ${columns(db)} from follows where id = ${id}`;
  return row ?? null;
}

/** An account's subscription to a musician's news. */
export async function findFollowOf(db: Db, subscriberId: string, musicianId: string): Promise<FollowRow | null> {
  const [row] = await db<FollowRow[]>`
    select ${columns(db)} from follows where subscriber_id = ${subscriberId} and musician_id = ${musicianId}`;
  return row ?? null;
}

/**
 * Keeps an account's other calls from adding subscriptions until the transaction ends; returns how many it has. Takes
 * an advisory lock instead of locking the account's row, because two accounts that follow each other at once would
 * deadlock.
 */
export async function lockAndCount(tx: Tx, subscriberId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`follows ${subscriberId}`}, 0))`;
  const [row] = await tx<{ n: number }[]>`select count(*)::int as n from follows where subscriber_id = ${subscriberId}`;
  return row?.n ?? 0;
}

/** Subscribes an account, or changes the type of the subscription that it has. */
export async function writeFollow(
  tx: Tx,
  { id, musicianId, subscriberId, type }: { id: string; musicianId: string; subscriberId: string; type: FollowType },
): Promise<FollowRow> {
  const [row] = await tx<FollowRow[]>`
    insert into follows (id, musician_id, subscriber_id, type, confirmed_at)
    values (${id}, ${musicianId}, ${subscriberId}, ${type}, now())
    on conflict (subscriber_id, musician_id) where subscriber_id is not null do update set type = excluded.type
    returning ${columns(tx)}`;
  if (row === undefined) throw new Error('A subscription that was written is not there.');
  return row;
}

/**
 * Adds a guest's subscription if there is none, and returns its id. An existing one keeps its type until its owner
 * confirms.
 */
export async function writeGuestFollow(
  tx: Tx,
  { id, musicianId, email, type }: { id: string; musicianId: string; email: string; type: FollowType },
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into follows (id, musician_id, email, type) values (${id}, ${musicianId}, ${email}, ${type})
    -- An update of nothing, so that the row that is there is returned; one that waits begins to wait anew.
    on conflict (musician_id, email) where email is not null do update
      set created_at = case when follows.confirmed_at is null then now() else follows.created_at end
    returning id`;
  if (row === undefined) throw new Error('A subscription that was written is not there.');
  return row.id;
}

/**
 * Confirms a guest's subscription. If an account has verified the same address, the subscription moves to that account,
 * or is deleted if that account already follows the musician or is the musician. A subscription that already belongs to
 * an account keeps the type that the account chose.
 *
 * @returns the musician, and the subscription if this call started it; null if the subscription doesn't exist
 */
export async function confirmFollow(
  tx: Tx,
  id: string,
  type: FollowType,
): Promise<{ musicianId: string; begun: FollowRow | null } | null> {
  const [before] = await tx<{ musician_id: string; email: string | null; confirmed_at: Date | null }[]>`
    select musician_id, email, confirmed_at from follows where id = ${id} for update`;
  if (before === undefined) return null;
  if (before.email !== null)
    await tx`update follows set type = ${type}, confirmed_at = coalesce(confirmed_at, now()) where id = ${id}`;
  return {
    musicianId: before.musician_id,
    begun: before.confirmed_at === null ? await findFollow(tx, id) : null,
  };
}

/**
 * Whether a guest's subscription was deleted because the account that verified its address already follows the
 * musician, or is the musician. The address is taken from the confirmation mail.
 */
export async function hasFollowOfAccount(db: Db, dedupeKey: string, musicianId: string): Promise<boolean> {
  const rows = await db`
    select 1 from outbox o
    join users u on u.email = o."to"::citext and u.email_verified_at is not null and u.deleted_at is null
    where o.dedupe_key = ${dedupeKey} and (u.id = ${musicianId}
      or exists (select 1 from follows f where f.subscriber_id = u.id and f.musician_id = ${musicianId}))`;
  return rows.length > 0;
}

export async function removeFollow(db: Db, id: string): Promise<void> {
  await db`delete from follows where id = ${id}`;
}

/** A guest's address as it was typed, if it has a confirmed subscription; otherwise null. */
export async function findGuestAddress(db: Db, email: string): Promise<string | null> {
  const [row] = await db<{ email: string }[]>`
    select email from follows where email = ${email} and confirmed_at is not null limit 1`;
  return row?.email ?? null;
}

/** Cancels all subscriptions of a guest's address, including unconfirmed ones. */
export async function removeGuestFollows(tx: Tx, email: string): Promise<void> {
  await tx`delete from follows where email = ${email}`;
}

/** Deletes guests' subscriptions that weren't confirmed within this many seconds. */
export async function deleteUnconfirmed(db: Db, seconds: number): Promise<void> {
  await db`delete from follows where confirmed_at is null and created_at < now() - make_interval(secs => ${seconds})`;
}

interface FollowedRow {
  id: string;
  type: FollowType;
  created_at: Date;
  musician: {
    id: string;
    username: string | null;
    display_name: string;
    is_master_chef: boolean;
    profile_image_version: number;
  };
}

/** One page of the musicians that an account follows, latest first. */
export async function listFollowed(
  db: Db,
  subscriberId: string,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: FollowedRow[]; total: number }> {
  const rows = await db<FollowedRow[]>`
    select f.id, f.type, f.created_at, jsonb_build_object('id', u.id, 'username', u.username,
      'display_name', u.display_name, 'is_master_chef', u.is_master_chef,
      'profile_image_version', u.profile_image_version) as musician
    from follows f join users u on u.id = f.musician_id
    where f.subscriber_id = ${subscriberId}
      ${after === null ? db`` : db`and (f.created_at, f.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by f.created_at desc, f.id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`
    select count(*)::int as n from follows where subscriber_id = ${subscriberId}`;
  return { rows, total: count?.n ?? 0 };
}

/**
 * SQL condition: followers of this type are notified of the media item `m`, because it is public or also scored high.
 */
const isNewsworthy = (db: Db, type: FollowType) => db`
  m.band is not null ${type === 'curated' ? db`and m.verdict = 'curated' and m.score_sum > ${FOLLOW_SCORE * 3}` : db``}`;

/** Whether followers of this type should be notified of this media item and weren't yet. */
export async function isNews(db: Db, mediaId: string, type: FollowType): Promise<boolean> {
  const rows = await db`
    select 1 from media m
    where m.id = ${mediaId} and ${isNewsworthy(db, type)}
      and not exists (select 1 from media_announcements a where a.media_id = m.id and a.type = ${type})`;
  return rows.length > 0;
}

/** A follower to notify, and the subscription that makes them one. */
export interface Follower {
  id: string;
  /** Null for a guest. */
  subscriber_id: string | null;
  /** Address of the guest or the account. */
  address: string;
}

/** The next page of a musician's followers of this type, by subscription id, without unconfirmed guests. */
export const listFollowers = (
  db: Db,
  { musicianId, type, after, limit }: { musicianId: string; type: FollowType; after: string | null; limit: number },
): Promise<Follower[]> =>
  db<Follower[]>`
    select f.id, f.subscriber_id, coalesce(f.email, u.email) as address
    from follows f left join users u on u.id = f.subscriber_id
    where f.musician_id = ${musicianId} and f.type = ${type} and f.confirmed_at is not null
      ${after === null ? db`` : db`and f.id > ${after}`}
    order by f.id limit ${limit}`;

/**
 * Subquery: the type of the subscription that caused a mail; null if it no longer exists. A subscription that the
 * receiver started after the mail doesn't count, because the mail's links don't cancel it. The two are told apart by
 * their creation times, so a mail must be written in the transaction that lists the followers.
 */
export const mailedFollowType = (db: Db, dedupeKey: string, musicianId: postgres.Fragment) => db`
  (select f.type from outbox o left join users u on u.email = o."to"::citext
    join follows f on f.musician_id = ${musicianId} and f.created_at <= o.created_at
      and (f.email = o."to"::citext or f.subscriber_id = u.id)
    where o.dedupe_key = ${dedupeKey} limit 1)`;

/** Current state of the media item that a mail announced; null if it no longer exists. */
export async function findMailedMedia(
  db: Db,
  mediaId: string,
  dedupeKey: string,
): Promise<{ isPublic: boolean; isScoredHigh: boolean; followType: FollowType | null } | null> {
  const [row] = await db<{ isPublic: boolean; isScoredHigh: boolean; followType: FollowType | null }[]>`
    select ${isNewsworthy(db, 'published')} as "isPublic", coalesce(${isNewsworthy(db, 'curated')}, false) as "isScoredHigh",
      ${mailedFollowType(db, dedupeKey, db`m.musician_id`)} as "followType"
    from media m where m.id = ${mediaId}`;
  return row ?? null;
}

export async function markAnnounced(db: Db, mediaId: string, type: FollowType): Promise<void> {
  await db`insert into media_announcements (media_id, type) values (${mediaId}, ${type}) on conflict do nothing`;
}
