import type { Db } from '../db/connection.ts';
import { type ListFilter, where } from './list-filter.ts';
import { MAX_ROWS } from './lists.queries.ts';
import { bucketAt, bucketLow, bucketWidth } from './shuffle.ts';

/** A place in a shuffled list: the group of buckets, and inside it the hash and id of the last row. */
export interface ShufflePlace {
  group: number;
  hash: string;
  id: string;
}

/** Buckets of a group: its rows are ordered among themselves. */
const GROUP = 16;
/** Groups in the first statement; four times as many in each further one, where rows are sparse. */
const FIRST_GROUPS = 1;
const MAX_GROUPS = 256;

interface Order {
  seed: number;
  bits: number;
}

/**
 * The keys of a page in the order of a seed, after a place. The order of rows never changes: a row that comes or goes
 * moves no other, so that a walk has neither gaps nor repeats.
 */
export async function shuffledKeys(
  db: Db,
  filter: ListFilter,
  { after, size, ...order }: Order & { after: ShufflePlace | null; size: number },
): Promise<ShufflePlace[]> {
  return walk(
    order,
    { after, size },
    (page) =>
      db<ShufflePlace[]>`
      select shuffle_group as "group", hash::text as hash, id from (${keysOf(db, filter, order, page)}) page
      order by page.shuffle_group, page.hash, page.id`,
  );
}

/** The place of the last of `skip` rows, for a page that is asked for by its number; null before the first row and where there are fewer. */
export async function placeAt(
  db: Db,
  filter: ListFilter,
  { skip, ...order }: Order & { skip: number },
): Promise<ShufflePlace | null> {
  if (skip === 0) return null;
  const keys = await shuffledKeys(db, filter, { ...order, after: null, size: skip });
  return keys.length < skip ? null : (keys.at(-1) ?? null);
}

interface Part {
  from: number;
  to: number;
  place: ShufflePlace | null;
  size: number;
}

/** Reads groups after a place until there are `size` rows. */
async function walk<Row>(
  { bits }: Order,
  { after, size }: { after: ShufflePlace | null; size: number },
  read: (part: Part) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const groups = Math.ceil(2 ** bits / GROUP);
  let group = after?.group ?? 0;
  let place = after;
  for (let take = FIRST_GROUPS; group < groups && rows.length < size; take = Math.min(take * 4, MAX_GROUPS)) {
    rows.push(...(await read({ from: group, to: Math.min(group + take, groups), place, size: size - rows.length })));
    group += take;
    place = null;
  }
  return rows;
}

/** The keys of a part of the list, in its order: `id`, `hash` and `shuffle_group`. */
function keysOf(db: Db, filter: ListFilter, { seed, bits }: Order, page: Part) {
  const lows: number[] = [];
  const groups: number[] = [];
  const end = Math.min(page.to * GROUP, 2 ** bits);
  for (let ordinal = page.from * GROUP; ordinal < end; ordinal += 1) {
    lows.push(bucketLow(bucketAt(ordinal, bits, seed), bits));
    groups.push(Math.floor(ordinal / GROUP));
  }
  const { place } = page;
  return db`
      select * from (
        select k.id, k.hash, b.shuffle_group
        from unnest(${lows}::int[], ${groups}::int[]) as b(low, shuffle_group)
        cross join lateral (
          select id, hashint4extended(rk, ${seed}::bigint) as hash from media
          where ${where(db, filter)} and rk between b.low and b.low + ${bucketWidth(bits)} offset 0) k
        ${place === null ? db`` : db`where (b.shuffle_group, k.hash, k.id) > (${place.group}, ${place.hash}::bigint, ${place.id}::uuid)`}
        order by b.shuffle_group, k.hash, k.id ${page.size > MAX_ROWS ? db`` : db`limit ${db.unsafe(String(MAX_ROWS))}`}) most
      order by shuffle_group, hash, id limit ${page.size}`;
}
