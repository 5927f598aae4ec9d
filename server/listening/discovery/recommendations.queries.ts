import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Why } from '@scoville/contract/listening/discovery/recommendations.ts';
import type { Newcomer } from './first-listens.ts';

/** A song or video that a listener chose recently. */
export interface Choice {
  id: string;
  kind: Exclude<Why['kind'], 'new'>;
}

/** Days for which a choice counts. */
const LATELY = 30;
/** The number of latest choices read of each kind; a rating of `GOOD` stars or more is a choice. */
const OF_EACH = 4;
const GOOD = 4;

/**
 * The songs and videos that an account recently favorited, rated well or played, the latest first. Each is listed once:
 * as favorited, else as rated, else as played.
 */
export async function listChoices(db: Db, userId: string): Promise<Choice[]> {
  return db<Choice[]>`
    select id, kind from (
      select distinct on (id) id, kind, at from (
        (select media_id as id, 'favorited' as kind, 1 as rank, created_at as at from favorites
          where user_id = ${userId} and created_at > now() - ${LATELY} * interval '1 day' order by created_at desc limit ${OF_EACH})
        union all
        (select media_id, 'rated', 2, updated_at from ratings
          where user_id = ${userId} and stars >= ${GOOD} and updated_at > now() - ${LATELY} * interval '1 day'
          order by updated_at desc limit ${OF_EACH})
        union all
        (select media_id, 'played', 3, played_at from recent_plays
          where user_id = ${userId} and played_at > now() - ${LATELY} * interval '1 day' order by played_at desc limit ${OF_EACH})
      ) every_choice order by id, rank
    ) choices order by at desc, id`;
}

export interface Related {
  id: string;
  musicianId: string;
  genreId: string | null;
  moodId: string | null;
  title: string;
  /** Whether it may be shown to all visitors. */
  isPublic: boolean;
}

/** The musician, genre and mood by which media are similar to each other, for those of these ids that exist. */
export async function findRelated(db: Db, ids: readonly string[]): Promise<Related[]> {
  if (ids.length === 0) return [];
  return db<Related[]>`
    select id, musician_id as "musicianId", genre_id as "genreId", mood_id as "moodId", title, band is not null as "isPublic"
    from media where id = ${anyOf(db, ids)}`;
}

/**
 * Public media of some musicians in the order of a seed, after a position. All of them are sorted for this, because
 * they are few.
 */
export async function keysOfMusicians(
  db: Db,
  musicians: readonly string[],
  { seed, after, size }: { seed: number; after: readonly [hash: string, id: string] | null; size: number },
): Promise<{ id: string; hash: string }[]> {
  return db<{ id: string; hash: string }[]>`
    select id, hash::text from (
      select id, hashint4extended(rk, ${seed}) as hash from media
      where musician_id = ${anyOf(db, musicians)} and band is not null) of
    ${after === null ? db`` : db`where (hash, id) > (${after[0]}::text::bigint, ${after[1]}::uuid)`}
    order by of.hash, id limit ${size}`;
}

/** Maximum numbers of newcomers from which lists choose, of those by one musician, and of rows read to find them. */
const POOL = 200;
const OF_ONE_MUSICIAN = 3;
const LOOKED_AT = 2000;
/**
 * Newcomers that were shown less than `floor` times are ordered by this many steps of that number, so that being shown
 * once more seldom moves a newcomer behind others.
 */
const STEPS = 4;

/**
 * Approved media that few have heard, from which newcomers are chosen: those that were shown least, by steps and in
 * each step the oldest first, a few of each musician. If these are not enough, the best of the others are added.
 * @param floor number of times that each newcomer should be shown
 * @param few number of plays from which a song or video needs no help
 */
export async function newcomersPool(db: Db, { floor, few }: { floor: number; few: number }): Promise<Newcomer[]> {
  return db<Newcomer[]>`
    with least as materialized (
      select media_id, musician_id, shown, heard from (
        select *, row_number() over (partition by musician_id order by step, media_id) as nth from (
          select media_id, musician_id, shown, heard, shown * ${STEPS} / ${floor} as step from first_listens
          where is_public and not ended and shown < ${floor} order by shown, media_id limit ${LOOKED_AT}) looked_at) numbered
      where nth <= ${OF_ONE_MUSICIAN} order by step, media_id limit ${POOL}),
    best as (
      select media_id, musician_id, shown, heard from (
        select *, row_number() over (partition by musician_id order by (heard + 1.0) / (shown + 2) desc, media_id) as nth from (
          select media_id, musician_id, shown, heard from first_listens
          where is_public and not ended and shown >= ${floor} and (select count(*) from least) < ${POOL}
          order by (heard + 1.0) / (shown + 2) desc, media_id limit ${LOOKED_AT}) looked_at) numbered
      where nth <= ${OF_ONE_MUSICIAN} order by (heard + 1.0) / (shown + 2) desc, media_id limit ${POOL})
    select m.id, m.musician_id as "musicianId", pool.shown, pool.heard
    from (select * from least union all select * from best) pool join media m on m.id = pool.media_id
    where m.play_count < ${few} or pool.shown < ${floor} order by m.id`;
}

/**
 * Ends the help for newcomers that were shown `floor` times and have at least `few` plays: lists then no longer
 * choose them as newcomers. Rows that another transaction is writing are left for the next call.
 */
export async function endFirstListens(db: Db, { floor, few }: { floor: number; few: number }): Promise<void> {
  await db`
    update first_listens set ended = true where media_id in (
      select f.media_id from first_listens f join media m on m.id = f.media_id
      where f.is_public and not f.ended and f.shown >= ${floor} and m.play_count >= ${few} for update of f skip locked)`;
}
