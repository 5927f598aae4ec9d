import type { Db } from '../../platform/db/connection.ts';
import type { StatEvent } from './count-events.ts';

/** Appends events in one statement. */
export async function appendEvents(db: Db, events: StatEvent[]): Promise<void> {
  await db`
    insert into stat_events (title, media_id, musician_id, user_id, visitor, network, origin, heard, at)
    select title, media_id, musician_id, user_id, visitor, network, origin, string_to_array(heard, ' ')::int[], at
    from unnest(${events.map((one) => one.title)}::text[], ${events.map((one) => one.mediaId)}::uuid[],
      ${events.map((one) => one.musicianId)}::uuid[], ${events.map((one) => one.userId)}::uuid[],
      ${events.map((one) => one.visitor)}::text[], ${events.map((one) => one.network)}::text[],
      ${events.map((one) => one.origin)}::text[],
      ${events.map((one) => one.heard?.join(' ') ?? null)}::text[],
      ${events.map((one) => one.at.toISOString())}::timestamptz[])
      as event(title, media_id, musician_id, user_id, visitor, network, origin, heard, at)`;
}

/** The musician of a public media item; null for an item that isn't public, for which no events count. */
export async function findPublicMedia(db: Db, mediaId: string): Promise<{ musicianId: string } | null> {
  const [row] = await db<{ musicianId: string }[]>`
    select musician_id as "musicianId" from media where id = ${mediaId} and band is not null`;
  return row ?? null;
}

export async function musicianExists(db: Db, id: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${id} and deleted_at is null`;
  return rows.length === 1;
}

/**
 * Deletes deliveries, tallies and network salts that no event can refer to any more: after two days, but not before
 * older waiting events are counted.
 */
export async function pruneListeners(db: Db): Promise<void> {
  const oldest = db`least(now(), (select min(at) from stat_events))`;
  await db`delete from deliveries where last_at < ${oldest} - interval '1 day'`;
  await db`delete from tallies where last_at < ${oldest} - interval '2 days'`;
  await db`delete from daily_salts where day < (now() at time zone 'UTC')::date - 1`;
}

interface PlayMonth {
  /** The month's first day. */
  date: string;
  plays: number;
}

/** The last twelve months, by their first days. */
const lastMonths = (db: Db) => db`
  generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
    date_trunc('month', now() at time zone 'UTC'), interval '1 month') as last(month)`;

/** A musician's plays in each of the last twelve months, oldest first. */
export async function playMonths(db: Db, musicianId: string): Promise<PlayMonth[]> {
  return db<PlayMonth[]>`
    select to_char(month, 'YYYY-MM-DD') as date, coalesce(sum(d.n), 0)::bigint as plays
    from ${lastMonths(db)}
    left join stat_days d on d.day >= month::date and d.day < (month + interval '1 month')::date
      and d.title = 'play-media' and d.musician_id = ${musicianId}
    group by month order by month`;
}

/** All plays in each of the last twelve months, oldest first, from stored monthly sums. */
export async function platformMonths(db: Db): Promise<PlayMonth[]> {
  return db<PlayMonth[]>`
    select to_char(last.month, 'YYYY-MM-DD') as date, coalesce(p.plays, 0) as plays
    from ${lastMonths(db)} left join platform_months p on p.month = last.month::date
    order by last.month`;
}
