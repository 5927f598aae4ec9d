import { batched } from '../../platform/db/batched.ts';
import type { Db } from '../../platform/db/connection.ts';
import { type ListFilter, listName, splitFilter } from './list-filter.ts';
import { MAX_ROWS } from './lists.queries.ts';
import { bucketAt, bucketLow, bucketWidth } from './shuffle.ts';

/** A position in a shuffled list: the group of buckets, and inside it the hash and id of the last row. */
export interface ShufflePlace {
  group: number;
  hash: string;
  id: string;
}

/** Buckets per group. The rows of a group are ordered among themselves. */
const GROUP = 16;
/**
 * Groups that the first statement reads. Each further one reads four times as many, up to `MAX_GROUPS`, for lists with
 * sparse rows.
 */
const FIRST_GROUPS = 1;
const MAX_GROUPS = 256;

interface Order {
  seed: number;
  bits: number;
}

/**
 * The keys of a page in the order of a seed, after a position. The order of rows never changes: adding or removing a
 * row moves no other, so that following the pages has neither gaps nor repeats.
 */
export async function shuffledKeys(
  db: Db,
  filter: ListFilter,
  { seed, bits, after, size }: Order & { after: ShufflePlace | null; size: number },
): Promise<ShufflePlace[]> {
  const rows: ShufflePlace[] = [];
  const groups = Math.ceil(2 ** bits / GROUP);
  let group = after?.group ?? 0;
  let place = after;
  for (let take = FIRST_GROUPS; group < groups && rows.length < size; take = Math.min(take * 4, MAX_GROUPS)) {
    const to = Math.min(group + take, groups);
    rows.push(...(await keysOf(db, { filter, seed, bits, from: group, to, place, size: size - rows.length })));
    group = to;
    place = null;
  }
  return rows;
}

/**
 * The position of the last of `skip` rows, for a page that is requested by its number; null before the first row, and
 * when there are fewer rows.
 */
export async function placeAt(
  db: Db,
  filter: ListFilter,
  { skip, ...order }: Order & { skip: number },
): Promise<ShufflePlace | null> {
  if (skip === 0) return null;
  const keys = await shuffledKeys(db, filter, { ...order, after: null, size: skip });
  return keys.length < skip ? null : (keys.at(-1) ?? null);
}

/** Some groups of buckets of a list in the order of a seed, of which at most `size` rows after a position are read. */
interface Part extends Order {
  filter: ListFilter;
  from: number;
  to: number;
  place: ShufflePlace | null;
  size: number;
}

/** A position before every row. */
const FIRST: ShufflePlace = { group: -1, hash: '0', id: '00000000-0000-0000-0000-000000000000' };

const bucketsOf = ({ from, to, bits }: Part): number => Math.min(to * GROUP, 2 ** bits) - from * GROUP;

/**
 * The keys of a part of a list, in its order. Each visit has a separate order, so one statement reads the parts of many
 * visits.
 */
const keysOf = batched<Part, ShufflePlace[]>(
  (part) => `${listName(part.filter)} ${part.bits} ${bucketsOf(part)} ${part.size}`,
  async (db, parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const { filter, bits, size } = first;
    const buckets = bucketsOf(first);
    const lows = parts.flatMap(({ seed, from }) =>
      Array.from({ length: buckets }, (_, n) => bucketLow(bucketAt(from * GROUP + n, bits, seed), bits)),
    );
    const places = parts.map(({ place }) => place ?? FIRST);
    // Arrays are passed as texts, because the driver writes each number of an array separately. The arrays and the size
    // are in separate selects: if the planner saw a parameter's value, it would plan each call again, which takes
    // longer than the call.
    const list = <Row>(type: 'int' | 'bigint' | 'uuid', of: readonly Row[], pick: (row: Row) => string | number) =>
      db`(select ${`{${of.map(pick).join(',')}}`}::text::${db.unsafe(type)}[])`;
    const seeds = list('bigint', parts, ({ seed }) => seed);
    const starts = list('int', parts, ({ from }) => from);
    const groups = list('int', places, ({ group }) => group);
    const hashes = list('bigint', places, ({ hash }) => hash);
    const ids = list('uuid', places, ({ id }) => id);
    const inBuckets = splitFilter(db, filter).map(
      ({ from, where }) => db`
            select id, hashint4extended(rk, part.seed) as hash, part.first_group + (b.n::int - 1) / ${GROUP} as shuffle_group
            from ${from} where ${where} and rk between b.low and b.low + ${bucketWidth(bits)}`,
    );
    const rows = await db<(ShufflePlace & { part: number })[]>`
      select part.n::int as part, page.shuffle_group as "group", page.hash::text as hash, page.id
      from unnest(${seeds}, ${starts}, ${groups}, ${hashes}, ${ids}
      ) with ordinality as part(seed, first_group, after_group, after_hash, after_id, n)
      cross join lateral (
        select * from (
          select k.id, k.hash, k.shuffle_group
          from unnest((${list('int', lows, (low) => low)})[(part.n - 1) * ${buckets} + 1 : part.n * ${buckets}])
            with ordinality as b(low, n)
          cross join lateral (${inBuckets.reduce((some, more) => db`${some} union all ${more}`)} offset 0) k
          where (k.shuffle_group, k.hash, k.id) > (part.after_group, part.after_hash, part.after_id)
          order by k.shuffle_group, k.hash, k.id ${size > MAX_ROWS ? db`` : db`limit ${db.unsafe(String(MAX_ROWS))}`}) most
        order by shuffle_group, hash, id limit (select ${size}::int)) page
      order by part.n, page.shuffle_group, page.hash, page.id`;
    const found: ShufflePlace[][] = parts.map(() => []);
    for (const { part, group, hash, id } of rows) found[part - 1]?.push({ group, hash, id });
    return found;
  },
);
