import type { Db } from '../../platform/db/connection.ts';
import type { Slice } from '../../platform/http/paging.ts';

export interface PerformanceRow {
  id: string;
  performer_id: string;
  name: string;
  venue: string;
  town: string;
  latitude: number | null;
  longitude: number | null;
  /** `2026-12-04` and `20:00`, by the venue's clocks. */
  date: string;
  time: string;
  time_zone: string;
  starts_at: Date;
  past_from: Date;
  notes: string;
  cost_cents: number | null;
  is_free: boolean;
  num_performances: number | null;
  ticket_link: string | null;
  place_website: string | null;
  updated_at: Date;
}

/** The last show of a page: its start and its id. */
export type PerformancePlace = readonly [startsAt: string, id: string];

const columns = (db: Db) => db`
  id, performer_id, name, venue, town, latitude, longitude, to_char(date, 'YYYY-MM-DD') as date, to_char(time, 'HH24:MI') as time,
  time_zone, starts_at, past_from, notes, cost_cents, is_free, num_performances, ticket_link, place_website, updated_at`;

/** One page of a musician's shows: upcoming ones, the next first; past ones or all, the latest first. */
export async function listPerformances(
  db: Db,
  { performerId, when }: { performerId: string; when: 'upcoming' | 'past' | undefined },
  { after, skip, limit }: Slice<PerformancePlace>,
): Promise<{ rows: PerformanceRow[]; total: number }> {
  const isUpcoming = when === 'upcoming';
  const where = db`performer_id = ${performerId}
    ${when === undefined ? db`` : isUpcoming ? db`and past_from > now()` : db`and past_from <= now()`}`;
  const beyond =
    after === null
      ? db``
      : db`and (starts_at, id) ${isUpcoming ? db`>` : db`<`} (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const direction = isUpcoming ? db`asc` : db`desc`;
  const rows = await db<PerformanceRow[]>`
    select ${columns(db)} from performances where ${where} ${beyond}
    order by starts_at ${direction}, id ${direction} limit ${limit} offset ${skip}`;
  const [count] = await db<{ total: number }[]>`select count(*)::int as total from performances where ${where}`;
  return { rows, total: count?.total ?? 0 };
}

/** Maximum numbers of shows in a calendar: of upcoming shows, and of past shows of the last year. */
const MOST_NEXT = 100;
const MOST_PAST = 50;

/**
 * The shows of a calendar, the most useful first: upcoming shows from the next one on, then past shows from the latest
 * one back.
 */
export const listForCalendar = (db: Db, performerId: string): Promise<PerformanceRow[]> =>
  db<PerformanceRow[]>`
    (select ${columns(db)} from performances where performer_id = ${performerId} and starts_at > now()
     order by performances.starts_at, id limit ${MOST_NEXT})
    union all
    (select ${columns(db)} from performances
     where performer_id = ${performerId} and starts_at <= now() and starts_at > now() - interval '1 year'
     order by performances.starts_at desc, id desc limit ${MOST_PAST})`;

/** The musician whose shows are requested. */
export interface Performer {
  id: string;
  username: string | null;
  displayName: string;
  isDeleted: boolean;
}

/** A musician by id or by username in any case: an existing account, or a deleted one that still has shows. */
export async function findPerformer(db: Db, idOrName: string, isId: boolean): Promise<Performer | null> {
  const [row] = await db<Performer[]>`
    select id, username, display_name as "displayName", deleted_at is not null as "isDeleted" from users u
    where ${isId ? db`id = ${idOrName}` : db`username = ${idOrName}`}
      and (deleted_at is null or exists (select 1 from performances p where p.performer_id = u.id))`;
  return row ?? null;
}

/**
 * Keeps others from adding shows of this musician until the transaction ends; returns their number, and the location of
 * the musician's own town.
 */
export async function lockPerformer(
  tx: Db,
  id: string,
): Promise<{ shows: number; home: { latitude: number; longitude: number } | null }> {
  const [home] = await tx<{ latitude: number | null; longitude: number | null }[]>`
    select latitude, longitude from users where id = ${id} for no key update`;
  const [count] = await tx<{ n: number }[]>`
    select count(*)::int as n from performances where performer_id = ${id}`;
  const { latitude = null, longitude = null } = home ?? {};
  return { shows: count?.n ?? 0, home: latitude === null || longitude === null ? null : { latitude, longitude } };
}

/** Reads a show and keeps others from changing it until the transaction ends. */
export async function lockPerformance(tx: Db, id: string): Promise<PerformanceRow | null> {
  const [row] = await tx<PerformanceRow[]>`select ${columns(tx)} from performances where id = ${id} for update`;
  return row ?? null;
}

/** Inserts a show, or replaces the one with its id. */
export async function writePerformance(tx: Db, row: Omit<PerformanceRow, 'updated_at'>): Promise<PerformanceRow> {
  const [written] = await tx<PerformanceRow[]>`
    insert into performances ${tx(row)}
    on conflict (id) do update set ${tx(row)}, updated_at = now()
    returning ${columns(tx)}`;
  if (written === undefined) throw new Error('A show that was written is not there.');
  return written;
}

export async function removePerformance(tx: Db, id: string): Promise<void> {
  await tx`delete from performances where id = ${id}`;
}
