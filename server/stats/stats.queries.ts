import type { Db } from '../db/connection.ts';
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

/** The musician of a public media, or null when nobody may count anything for it. */
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
 * Forgets what was sent to browsers, who counted what, and the salts of addresses, when no event can refer to them any
 * more: after two days.
 */
export async function pruneListeners(db: Db): Promise<void> {
  await db`delete from deliveries where last_at < now() - interval '1 day'`;
  await db`delete from tallies where last_at < now() - interval '2 days'`;
  await db`delete from daily_salts where day < (now() at time zone 'UTC')::date - 1`;
}

/** Plays by month of the last twelve, oldest first: of one musician, or of everything. `date` is the month's first day. */
export async function playMonths(db: Db, musicianId: string | null): Promise<{ date: string; plays: number }[]> {
  return db<{ date: string; plays: number }[]>`
    select to_char(month, 'YYYY-MM-DD') as date, coalesce(sum(d.n), 0)::bigint as plays
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
      date_trunc('month', now() at time zone 'UTC'), interval '1 month') as month
    left join stat_days d on d.day >= month::date and d.day < (month + interval '1 month')::date
      and d.title = 'play-media' ${musicianId === null ? db`` : db`and d.musician_id = ${musicianId}`}
    group by month order by month`;
}
