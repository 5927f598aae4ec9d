import type { Db } from '../db/connection.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../media/media.queries.ts';
import { type ListFilter, where } from './list-filter.ts';
import { bucketAt, bucketLow, bucketWidth } from './shuffle.ts';

export interface TimePlace {
  publishedAt: string;
  id: string;
}

/**
 * Rows of the largest page and one more, written into the statement. A parameter in its place tells the planner nothing:
 * it reckons with a tenth of the table, finds the plan for any parameter dear, and plans each call anew, which takes
 * longer than the call (2 ms of 3 at a million media).
 */
const MOST_ROWS = 101;

/** A page in order of time, newest first, after a place. One statement; the index yields the order. */
export async function newestPage(
  db: Db,
  filter: ListFilter,
  { after, size, offset }: { after: TimePlace | null; size: number; offset: number },
): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select ${mediaColumns(db)} from (
      select id from (
        select published_at, id from media where ${where(db, filter)}
        ${after === null ? db`` : db`and (published_at, id) < (${after.publishedAt}::text::timestamptz, ${after.id}::uuid)`}
        order by published_at desc, id desc limit ${db.unsafe(String(MOST_ROWS))} ${offset === 0 ? db`` : db`offset ${offset}`}) most
      order by published_at desc, id desc limit ${size}) page
    join media m on m.id = page.id ${mediaJoins(db)} order by m.published_at desc, m.id desc`;
}

/** A place in a shuffled list: the group of buckets, and inside it the hash and id of the last row. */
export interface ShufflePlace {
  seed: number;
  bits: number;
  group: number;
  hash: string;
  id: string;
}

export type ShuffledRow = MediaRow & { shuffle_group: number; shuffle_hash: string };

/** Buckets of a group: its rows are ordered among themselves. */
const GROUP = 16;
/** Groups in the first statement; four times as many in each further one, where rows are sparse. */
const FIRST_GROUPS = 1;
const MOST_GROUPS = 256;

/**
 * A page in the order of a seed, after a place. The order of rows never changes: a row that comes or goes moves no
 * other, so that a walk has neither gaps nor repeats.
 */
export async function shuffledPage(
  db: Db,
  filter: ListFilter,
  { seed, bits, after, size }: { seed: number; bits: number; after: ShufflePlace | null; size: number },
): Promise<ShuffledRow[]> {
  const rows: ShuffledRow[] = [];
  const groups = Math.ceil(2 ** bits / GROUP);
  let group = after?.group ?? 0;
  let place = after;
  for (let take = FIRST_GROUPS; group < groups && rows.length < size; take = Math.min(take * 4, MOST_GROUPS)) {
    rows.push(
      ...(await readGroups(db, filter, {
        seed,
        bits,
        from: group,
        to: Math.min(group + take, groups),
        place,
        size: size - rows.length,
      })),
    );
    group += take;
    place = null;
  }
  return rows;
}

async function readGroups(
  db: Db,
  filter: ListFilter,
  page: { seed: number; bits: number; from: number; to: number; place: ShufflePlace | null; size: number },
): Promise<ShuffledRow[]> {
  const lows: number[] = [];
  const groups: number[] = [];
  const end = Math.min(page.to * GROUP, 2 ** page.bits);
  for (let ordinal = page.from * GROUP; ordinal < end; ordinal += 1) {
    lows.push(bucketLow(bucketAt(ordinal, page.bits, page.seed), page.bits));
    groups.push(Math.floor(ordinal / GROUP));
  }
  const { place } = page;
  return db<ShuffledRow[]>`
    select ${mediaColumns(db)}, page.shuffle_group, page.hash::text as shuffle_hash from (
      select * from (
        select k.id, k.hash, b.shuffle_group
        from unnest(${lows}::int[], ${groups}::int[]) as b(low, shuffle_group)
        cross join lateral (
          select id, hashint4extended(rk, ${page.seed}::bigint) as hash from media
          where ${where(db, filter)} and rk between b.low and b.low + ${bucketWidth(page.bits)} offset 0) k
        ${place === null ? db`` : db`where (b.shuffle_group, k.hash, k.id) > (${place.group}, ${place.hash}::bigint, ${place.id}::uuid)`}
        order by b.shuffle_group, k.hash, k.id ${page.size > MOST_ROWS ? db`` : db`limit ${db.unsafe(String(MOST_ROWS))}`}) most
      order by shuffle_group, hash, id limit ${page.size}) page
    join media m on m.id = page.id ${mediaJoins(db)} order by page.shuffle_group, page.hash, page.id`;
}

/** Public media of a list, about: the counts are kept by a loop. */
export async function aboutHowMany(db: Db, { list, genreId, moodId, types }: ListFilter): Promise<number> {
  const of = async (categoryId: string | null) => {
    const [row] = await db<{ n: number }[]>`
      select coalesce(sum(n), 0)::int as n from list_counts
      where list = ${list} and category_id is not distinct from ${categoryId}::uuid and type = any(${[...types]}::text[])`;
    return row?.n ?? 0;
  };
  if (genreId && moodId) return Math.min(await of(genreId), await of(moodId));
  return of(genreId ?? moodId ?? null);
}

/** Counts every list anew, in one statement. */
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
