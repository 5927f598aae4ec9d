import type { Db } from '../../platform/db/connection.ts';
import type { Slice } from '../../platform/http/paging.ts';
import { type ListFilter, splitFilter, where } from './list-filter.ts';

/** A position in the order of time. */
export type NewestPlace = readonly [publishedAt: string, id: string];

/**
 * Rows of the largest page and one more, written into the statement. A parameter instead gives the planner no estimate:
 * it assumes a tenth of the table, finds the generic plan expensive, and plans each call again, which takes longer than
 * the call (2 ms of 3 at a million media).
 */
export const MAX_ROWS = 101;

export interface NewestKey {
  id: string;
  published_at: Date;
}

/** The keys of a part of a list in order of time, newest first. The index provides this order. */
export async function newestKeys(
  db: Db,
  filter: ListFilter,
  { after, skip, limit }: Slice<NewestPlace>,
): Promise<NewestKey[]> {
  const order = db`order by published_at desc, id desc`;
  const most = (rows: number) => db`limit ${db.unsafe(String(rows))}`;
  const inOrder = splitFilter(db, filter).map(
    (part) => db`
      select published_at, id from ${part.from} where ${part.where}
      ${after === null ? db`` : db`and (published_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`} ${order}`,
  );
  const offset = skip === 0 ? db`` : db`offset ${skip}`;
  const [first = db``, ...others] = inOrder;
  // Each part may hold all rows before the page, so both are read from the start.
  const rows =
    others.length === 0
      ? db`${first} ${most(MAX_ROWS)} ${offset}`
      : db`select * from (${[first, ...others]
          .map((part) => db`(${part} ${most(skip + MAX_ROWS)})`)
          .reduce((one, other) => db`${one} union all ${other}`)}) both_parts ${order} ${most(MAX_ROWS)} ${offset}`;
  return db<NewestKey[]>`
    select published_at, id from (${rows}) most order by published_at desc, id desc limit ${limit}`;
}

/**
 * A position in a playlist. Media that administrators arranged come first, with positions from 1; all others have 0.
 */
export type ArrangedPlace = readonly [position: number, publishedAt: string, id: string];

export interface ArrangedKey extends NewestKey {
  position: number;
}

/**
 * The kind of category whose own order the list has: only a list of a single genre or mood has one, and only without
 * musicians' genres.
 */
export const playlistOf = ({ genreId, moodId, ownGenre }: ListFilter): 'genre' | 'mood' | null =>
  ownGenre ? null : genreId && !moodId ? 'genre' : moodId && !genreId ? 'mood' : null;

/**
 * The keys of a part of a genre's or a mood's list in its own order: the arranged media, then the others, newest first.
 */
export async function arrangedKeys(
  db: Db,
  kind: 'genre' | 'mood',
  filter: ListFilter,
  { after, skip, limit }: Slice<ArrangedPlace>,
): Promise<ArrangedKey[]> {
  const position = db`${db(`${kind}_position`)}`;
  const rest = after?.[0] === 0 ? after : null;
  const arranged = rest
    ? []
    : await db<ArrangedKey[]>`
        select ${position} as position, published_at, id from media
        where ${where(db, filter)} and ${position} is not null
        ${after === null ? db`` : db`and (${position}, id) > (${after[0]}, ${after[2]}::uuid)`}
        order by ${position}, id`;
  const first = arranged.slice(skip, skip + limit);
  if (first.length === limit) return first;
  const others = await db<ArrangedKey[]>`
    select 0 as position, published_at, id from media where ${where(db, filter)} and ${position} is null
    ${rest === null ? db`` : db`and (published_at, id) < (${rest[1]}::text::timestamptz, ${rest[2]}::uuid)`}
    order by published_at desc, id desc
    limit ${limit - first.length} offset ${Math.max(0, skip - arranged.length)}`;
  return [...first, ...others];
}

/** The approximate number of public media in a list. A loop maintains the counts. */
export async function estimateCount(db: Db, { list, genreId, moodId, ownGenre, types }: ListFilter): Promise<number> {
  const of = async (categoryId: string | null) => {
    const [row] = await db<{ n: number }[]>`
      select coalesce(sum(n), 0)::int as n from list_counts
      where list = ${list} and category_id is not distinct from ${categoryId}::uuid and type = any(${[...types]}::text[])`;
    return row?.n ?? 0;
  };
  if (ownGenre) return (genreId ? await of(genreId) : 0) + (await countNamed(db, ownGenre));
  if (genreId && moodId) return Math.min(await of(genreId), await of(moodId));
  return of(genreId ?? moodId ?? null);
}

async function countNamed(db: Db, slug: string): Promise<number> {
  const [row] = await db<{ media: number }[]>`select media from own_genres where slug = ${slug}`;
  return row?.media ?? 0;
}

/** Recounts every list, in one statement. */
export async function refreshCounts(db: Db): Promise<void> {
  await db`
    with counted as (
      select type, band, genre_id, mood_id, count(*)::int as n from media where band is not null group by 1, 2, 3, 4
    ),
    lists(list, low, high) as (values ('all', 0, 5), ('curated', 2, 5), ('perfectly-seasoned', 5, 5), ('well-done', 3, 3)),
    fresh as (
      select l.list, c.category_id, c.type, sum(c.n)::int as n
      from lists l join (
        select null::uuid as category_id, type, band, n from counted
        union all select genre_id, type, band, n from counted where genre_id is not null
        union all select mood_id, type, band, n from counted where mood_id is not null) c on c.band between l.low and l.high
      group by 1, 2, 3
    ),
    gone as (
      delete from list_counts old where not exists (
        select 1 from fresh where fresh.list = old.list and fresh.category_id is not distinct from old.category_id and fresh.type = old.type)
    )
    insert into list_counts (list, category_id, type, n) select list, category_id, type, n from fresh order by 1, 2, 3
    on conflict (list, category_id, type) do update set n = excluded.n where list_counts.n <> excluded.n`;
}
