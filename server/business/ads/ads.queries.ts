import type { Status } from '@scoville/contract/pipeline/processing.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Playback } from '../../pipeline/processing/attempt.ts';
import { type GoalRow, goalColumns } from './goals.queries.ts';

/** An ad with the goal in force, its owner and its playable source. */
export interface AdRow extends GoalRow {
  id: string;
  type: 'poster' | 'media';
  title: string;
  owner_id: string | null;
  owner_name: string | null;
  /** The account's address, or the one that was entered. */
  email: string;
  display_length: number | null;
  skip_after: number | null;
  info_url: string;
  info_url_text: string;
  price_cents: number | null;
  position: number;
  filename: string;
  image_version: number;
  status: Status | null;
  error_message: string | null;
  playback: Playback[] | null;
  poster: string | null;
  length_seconds: number | null;
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
  /** True for a poster, and for a clip that is completely processed. */
  is_complete: boolean;
}

const adRows = (db: Db) => db`
  select a.id, a.type, a.title, a.owner_id, u.display_name as owner_name, coalesce(u.email, a.owner_email) as email,
    a.display_length, a.skip_after, a.info_url, a.info_url_text, a.price_cents, a.position, a.filename, a.image_version,
    s.status, s.error_message, s.playback, s.poster, s.length_seconds,
    s.loudness_lufs, s.true_peak_dbtp, a.next_source_id is null as is_complete,
    ${goalColumns(db)}
  from ads a join ad_goals g on g.ad_id = a.id and g.closed_at is null
    left join users u on u.id = a.owner_id
    left join sources s on s.id = coalesce(a.source_id, a.next_source_id)`;

/** All ads, in the order in which they are shown. */
export const listAds = (db: Db): Promise<AdRow[]> => db<AdRow[]>`${adRows(db)} order by a.position, a.id`;

export async function findAd(db: Db, id: string): Promise<AdRow | null> {
  const [row] = await db<AdRow[]>`${adRows(db)} where a.id = ${id}`;
  return row ?? null;
}

/** Columns that an administrator writes. */
export interface AdColumns {
  title: string;
  owner_id: string | null;
  owner_email: string | null;
  display_length: number | null;
  skip_after: number | null;
  info_url: string;
  info_url_text: string;
  price_cents: number | null;
}

/** Adds an ad behind all others; false if an ad with this id exists. */
export async function insertAd(
  tx: Tx,
  ad: AdColumns & {
    id: string;
    type: 'poster' | 'media';
    filename: string;
    next_source_id?: string;
    image_version?: number;
  },
): Promise<boolean> {
  // Without this lock, two concurrent inserts would get the same position.
  await tx`select pg_advisory_xact_lock(hashtext('ads_position'))`;
  const [{ position }] = await tx<[{ position: number }]>`
    select coalesce(max(position), 0) + 1 as position from ads`;
  const rows = await tx`insert into ads ${tx({ ...ad, position })} on conflict (id) do nothing returning 1`;
  return rows.length > 0;
}

export async function writeAd(tx: Tx, id: string, columns: Partial<AdColumns>): Promise<void> {
  if (Object.keys(columns).length > 0) await tx`update ads set ${tx(columns)} where id = ${id}`;
}

export async function lockAd(tx: Tx, id: string): Promise<Pick<AdRow, 'type' | 'title'> | null> {
  const [row] = await tx<Pick<AdRow, 'type' | 'title'>[]>`select type, title from ads where id = ${id} for update`;
  return row ?? null;
}

/** Writes positions of ads; returns how many of these ads exist. */
export async function writePositions(tx: Tx, positions: readonly { id: string; position: number }[]): Promise<number> {
  const rows = await tx`
    with given as (
      select * from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ position }) => position)}::int[])
        as given(id, position)),
    held as (select a.id from ads a join given on given.id = a.id order by a.id for update of a)
    update ads a set position = given.position from given, held where given.id = a.id and held.id = a.id returning 1`;
  return rows.length;
}

export async function deleteAd(tx: Tx, id: string): Promise<void> {
  await tx`delete from ads where id = ${id}`;
}
