import type { Db } from '../db/connection.ts';
import type { Why } from '@scoville/contract/recommendations.ts';
import type { Newcomer } from './first-listens.ts';

/** Something that a listener chose lately. */
export interface Choice {
  id: string;
  kind: Exclude<Why['kind'], 'new'>;
}

/** Days that a choice says something. */
const LATELY = 30;
/** The latest of each kind that are asked for; stars from this number up are praise. */
const OF_EACH = 4;
const GOOD = 4;

/** What an account favorited, rated well and played lately, the latest first; each once, by what says most. */
export async function choicesOf(db: Db, userId: string): Promise<Choice[]> {
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
  /** Anybody may be shown it. */
  isPublic: boolean;
}

/** Ids as one text, read once: without a select of its own it would be read again for each row that is compared. */
const anyOf = (db: Db, ids: readonly string[]) => db`any((select ${`{${ids.join(',')}}`}::text::uuid[])::uuid[])`;

/** What relates media to each other, of these that exist. */
export async function findRelated(db: Db, ids: readonly string[]): Promise<Related[]> {
  if (ids.length === 0) return [];
  return db<Related[]>`
    select id, musician_id as "musicianId", genre_id as "genreId", mood_id as "moodId", title, band is not null as "isPublic"
    from media where id = ${anyOf(db, ids)}`;
}

/** Public media of some musicians in the order of a seed, after a place: they have few. */
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

/** Newcomers among whom is chosen: those that were shown least, and the best of the others. */
const POOL = 200;

/**
 * Approved media that few have heard, as far as they may be chosen.
 * @param few plays from which on a media needs no help
 */
export async function newcomersPool(db: Db, { floor, few }: { floor: number; few: number }): Promise<Newcomer[]> {
  return db<Newcomer[]>`
    select m.id, m.musician_id as "musicianId", pool.shown, pool.heard from (
      (select * from first_listens where shown < ${floor} order by shown, media_id limit ${POOL})
      union all
      (select * from first_listens where shown >= ${floor} order by (heard + 1.0) / (shown + 2) desc, media_id limit ${POOL})
    ) pool join media m on m.id = pool.media_id
    where m.band >= 2 and (m.play_count < ${few} or pool.shown < ${floor}) order by m.id`;
}

/** Forgets which media were newcomers: they had their showings, and enough plays. */
export async function pruneNewcomers(db: Db, { floor, few }: { floor: number; few: number }): Promise<void> {
  await db`
    delete from first_listens f using media m
    where m.id = f.media_id and f.shown >= ${floor} and m.play_count >= ${few}`;
}
