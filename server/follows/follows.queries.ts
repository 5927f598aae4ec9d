import type postgres from 'postgres';
import type { FollowType } from '@scoville/contract/follows.ts';
import { FOLLOW_SCORE } from '@scoville/contract/scores.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Slice, TimePlace } from '../http/paging.ts';

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

/** An account's subscription to a musician. */
export async function findFollowOf(db: Db, subscriberId: string, musicianId: string): Promise<FollowRow | null> {
  const [row] = await db<FollowRow[]>`
    select ${columns(db)} from follows where subscriber_id = ${subscriberId} and musician_id = ${musicianId}`;
  return row ?? null;
}

/**
 * Keeps an account's other calls from adding subscriptions until the transaction ends; returns how many it has. Its row
 * is not locked for that: two who follow each other at once would wait for each other.
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

/** The subscription of a guest's address, made if there is none; what it is stays until its owner confirms. */
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
 * Confirms a guest's subscription. It is an account's from then on where one proved the same address, as it chose it; where
 * that follows the musician already, or is the musician, this one goes.
 *
 * @returns whom it is to, and the subscription that begins by that, if one does; null where it is not there
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
 * Did a guest's subscription go because the account that proved its address follows the musician already, or is the musician?
 * The mail that asked says which address it was.
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

/** A guest's address as it was typed, where it confirmed a subscription; null where it did not. */
export async function findGuestAddress(db: Db, email: string): Promise<string | null> {
  const [row] = await db<{ email: string }[]>`
    select email from follows where email = ${email} and confirmed_at is not null limit 1`;
  return row?.email ?? null;
}

/** Cancels all subscriptions of a guest's address, also those that wait to be confirmed. */
export async function removeGuestFollows(tx: Tx, email: string): Promise<void> {
  await tx`delete from follows where email = ${email}`;
}

/** Subscriptions of guests that nobody confirmed in so many seconds. */
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

/** A part of the musicians that an account follows, the latest first. */
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

/** Is the media that the query calls `m` what followers of this type are told of: public, or scored high as well? */
const isTold = (db: Db, type: FollowType) => db`
  m.band is not null ${type === 'curated' ? db`and m.verdict = 'curated' and m.score_sum > ${FOLLOW_SCORE * 3}` : db``}`;

/** Is there something about this media that followers of this type are to be told, and were not yet? */
export async function isNews(db: Db, mediaId: string, type: FollowType): Promise<boolean> {
  const rows = await db`
    select 1 from media m
    where m.id = ${mediaId} and ${isTold(db, type)}
      and not exists (select 1 from media_announcements a where a.media_id = m.id and a.type = ${type})`;
  return rows.length > 0;
}

/** Who is told, and by which subscription. */
export interface Follower {
  id: string;
  /** Null for a guest. */
  subscriber_id: string | null;
  /** The guest's or the account's. */
  address: string;
}

/** The next of those who follow a musician by this type, in the order of their ids; no guest who has not confirmed. */
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
 * The type of the subscription to a musician that caused a mail, as a subquery; null where it is gone. One that its receiver
 * began since is another, which the links of the mail do not cancel. Whoever writes the mail lists followers in the same
 * transaction, so that this is told by the times.
 */
export const mailedFollowType = (db: Db, dedupeKey: string, musicianId: postgres.Fragment) => db`
  (select f.type from outbox o left join users u on u.email = o."to"::citext
    join follows f on f.musician_id = ${musicianId} and f.created_at <= o.created_at
      and (f.email = o."to"::citext or f.subscriber_id = u.id)
    where o.dedupe_key = ${dedupeKey} limit 1)`;

/** What a mail about a media told of, as it is now; null where there is no such media any more. */
export async function findMailedMedia(
  db: Db,
  mediaId: string,
  dedupeKey: string,
): Promise<{ isPublic: boolean; isScoredHigh: boolean; followType: FollowType | null } | null> {
  const [row] = await db<{ isPublic: boolean; isScoredHigh: boolean; followType: FollowType | null }[]>`
    select ${isTold(db, 'published')} as "isPublic", coalesce(${isTold(db, 'curated')}, false) as "isScoredHigh",
      ${mailedFollowType(db, dedupeKey, db`m.musician_id`)} as "followType"
    from media m where m.id = ${mediaId}`;
  return row ?? null;
}

export async function markAnnounced(db: Db, mediaId: string, type: FollowType): Promise<void> {
  await db`insert into media_announcements (media_id, type) values (${mediaId}, ${type}) on conflict do nothing`;
}
