import type { Db } from '../../platform/db/connection.ts';
import { containsPattern } from '../../platform/db/like.ts';
import type { Slice } from '../../platform/http/paging.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../../catalogue/media/media.queries.ts';

export interface MusicianMediaOptions {
  musicianId: string;
  /** Whether non-public media are included, for the owner and administrators. */
  withHidden: boolean;
  /** True shows published media only, false unpublished ones only; undefined both. */
  published: boolean | undefined;
  type: 'song' | 'video' | undefined;
  /** A part of the title. */
  filter: string | undefined;
  sort: 'position' | 'createdOn';
  ascending: boolean;
}

/**
 * The last item of a page: its position in the musician's arrangement (`NO_POSITION` if it has none), the time of its
 * upload and its id.
 */
export type MusicianPlace = readonly [position: number, createdAt: string, id: string];

/** The position of media that the musician has not arranged, beyond all others. */
const NO_POSITION = 2_147_483_647;

export const placeAfter = (row: MediaRow): MusicianPlace => [
  row.position ?? NO_POSITION,
  row.created_at.toISOString(),
  row.id,
];

/** A part of a musician's media, ordered by upload time (an index provides that order) or by position. */
export async function mediaOfMusician(
  db: Db,
  options: MusicianMediaOptions,
  { after, skip, limit }: Slice<MusicianPlace>,
): Promise<{ rows: MediaRow[]; total: number }> {
  const part = options.filter ? containsPattern(options.filter) : null;
  const where = db`musician_id = ${options.musicianId}
    ${options.withHidden ? db`` : db`and band is not null`}
    ${options.published === undefined ? db`` : db`and published = ${options.published}`}
    ${options.type === undefined ? db`` : db`and type = ${options.type}`}
    ${part === null ? db`` : db`and title ilike ${part}`}`;
  const { sort } = options;
  const direction = options.ascending ? db`asc` : db`desc`;
  const position = db`coalesce(position, ${db.unsafe(String(NO_POSITION))})`;
  // In ascending order, media without a position follow those with one, newest first. Descending order is the exact
  // reverse.
  const byTime = sort === 'position' ? (options.ascending ? db`desc` : db`asc`) : direction;
  const [place, time, id] = after ?? [];
  const later = db`(created_at, id) ${options.ascending === (sort === 'createdOn') ? db`>` : db`<`} (${time ?? ''}::text::timestamptz, ${id ?? ''}::uuid)`;
  const beyond = {
    position: db`(${position} ${options.ascending ? db`>` : db`<`} ${place ?? 0}::int or ${position} = ${place ?? 0}::int and ${later})`,
    createdOn: later,
  }[sort];
  const rows = await db<MediaRow[]>`
    select ${mediaColumns(db)} from (
      select id, row_number() over () as place from (
        select id from media where ${where} ${after === null ? db`` : db`and ${beyond}`}
        order by ${sort === 'position' ? db`${position} ${direction},` : db``} created_at ${byTime}, id ${byTime}
        limit ${limit} offset ${skip}) ordered) page
    join media m on m.id = page.id ${mediaJoins(db)} order by page.place`;
  const [count] = await db<{ total: number }[]>`select count(*)::int as total from media where ${where}`;
  return { rows, total: count?.total ?? 0 };
}

/** The mean of the average ratings of a musician's rated public media, with one decimal; null when none is rated. */
export async function averageRating(db: Db, musicianId: string): Promise<number | null> {
  const [row] = await db<{ average: number | null }[]>`
    select round(avg(rating_sum::numeric / rating_count), 1)::float8 as average from media
    where musician_id = ${musicianId} and band is not null and rating_count > 0`;
  return row?.average ?? null;
}
