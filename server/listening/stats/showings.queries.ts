import type { Db, Tx } from '../../platform/db/connection.ts';
import { type StatEvent, dayOf, listenerOf } from './count-events.ts';

/** Days for which an account's plays are kept. */
const HISTORY_DAYS = 30;

/** Those of the given media that are public, with their musicians. */
export async function findShown(db: Db, ids: readonly string[]): Promise<{ id: string; musicianId: string }[]> {
  return db<{ id: string; musicianId: string }[]>`
    select id, musician_id as "musicianId" from media where id = any(${[...ids]}::uuid[]) and band is not null`;
}

/**
 * Adds to the daily sums of each media item: how often recommendations showed it, separately for browsing and the
 * queue, and the plays by listeners to whom it was shown within a day before. Also updates the figures of media that
 * are promoted because they have few listeners.
 */
export async function addShowings(tx: Tx, counted: readonly StatEvent[]): Promise<void> {
  const events = counted.filter(({ title, mediaId }) => mediaId !== null && /^(show|play)-media$/.test(title));
  if (events.length === 0) return;
  const sums = await tx<{ id: string; shown: number; heard: number }[]>`
    with events as (
      select * from unnest(${events.map(({ title }) => title)}::text[], ${events.map(({ mediaId }) => mediaId)}::uuid[],
        ${events.map(({ at }) => dayOf(at))}::date[], ${events.map(({ at }) => at.toISOString())}::timestamptz[],
        ${events.map(({ origin }) => origin)}::text[], ${events.map(listenerOf)}::text[])
        as event(title, media_id, day, at, origin, who)
    ),
    sums as (
      select m.musician_id, e.media_id, e.day, 'shown-' || e.origin as title, count(*)::int as n
      from events e join media m on m.id = e.media_id where e.title = 'show-media' group by 1, 2, 3, 4
      union all
      select m.musician_id, e.media_id, e.day, 'heard-shown', count(*)::int
      from events e join media m on m.id = e.media_id
      join tallies t on t.who = e.who and t.title = 'show-media' and t.subject = e.media_id::text
        and t.last_at between e.at - interval '1 day' and e.at
      where e.title = 'play-media' group by 1, 2, 3
    ),
    days as (
      insert into stat_days (day, title, musician_id, media_id, n) select day, title, musician_id, media_id, n from sums
      on conflict (musician_id, title, day, media_id) do update set n = stat_days.n + excluded.n
    )
    select media_id as id, coalesce(sum(n) filter (where title <> 'heard-shown'), 0)::int as shown,
      coalesce(sum(n) filter (where title = 'heard-shown'), 0)::int as heard from sums group by 1`;
  // This update is last and locks rows in order of id, because a transaction that publishes or hides an item locks the
  // item first and these rows next.
  await tx`
    with sums as (
      select * from unnest(${sums.map(({ id }) => id)}::uuid[], ${sums.map(({ shown }) => shown)}::int[],
        ${sums.map(({ heard }) => heard)}::int[]) as sums(id, shown, heard)
    ),
    locked as (
      select f.media_id from first_listens f join sums on sums.id = f.media_id where not f.ended
      order by f.media_id for update of f
    )
    update first_listens f set shown = f.shown + sums.shown, heard = f.heard + sums.heard
    from locked join sums on sums.id = locked.media_id where f.media_id = locked.media_id`;
}

/** Stores the plays of accounts, for their recommendations. */
export async function addPlaysToHistory(tx: Tx, counted: readonly StatEvent[]): Promise<void> {
  const plays = counted.filter((one) => one.title === 'play-media' && one.userId !== null);
  if (plays.length === 0) return;
  await tx`
    insert into recent_plays (user_id, media_id, played_at)
    select u.id, m.id, max(play.at) from unnest(${plays.map(({ userId }) => userId)}::uuid[],
      ${plays.map(({ mediaId }) => mediaId)}::uuid[], ${plays.map(({ at }) => at.toISOString())}::timestamptz[])
      as play(user_id, media_id, at)
    join users u on u.id = play.user_id join media m on m.id = play.media_id group by 1, 2 order by 1, 2
    on conflict (user_id, media_id) do update set played_at = greatest(recent_plays.played_at, excluded.played_at)`;
}

export async function pruneHistory(db: Db): Promise<void> {
  await db`delete from recent_plays where played_at < now() - ${HISTORY_DAYS} * interval '1 day'`;
}

export interface Showings {
  id: string;
  title: string;
  browse: number;
  queue: number;
  plays: number;
}

const MOST_MEDIA = 100;

/**
 * How often recommendations showed each of a musician's media in the last twelve months, separately for browsing and
 * the queue, and the plays that followed.
 */
export async function listShowings(db: Db, musicianId: string): Promise<Showings[]> {
  return db<Showings[]>`
    select m.id, m.title, coalesce(sum(d.n) filter (where d.title = 'shown-browse'), 0)::bigint as browse,
      coalesce(sum(d.n) filter (where d.title = 'shown-queue'), 0)::bigint as queue,
      coalesce(sum(d.n) filter (where d.title = 'heard-shown'), 0)::bigint as plays
    from stat_days d join media m on m.id = d.media_id
    where d.musician_id = ${musicianId} and d.title in ('shown-browse', 'shown-queue', 'heard-shown')
      and d.day >= date_trunc('month', now() at time zone 'UTC') - interval '11 months'
    group by m.id, m.title order by sum(d.n) filter (where d.title <> 'heard-shown') desc nulls last, m.id
    limit ${MOST_MEDIA}`;
}
