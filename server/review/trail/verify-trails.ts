import type { Db } from '../../platform/db/connection.ts';
import { drawOrder } from '../draws/draw-order.ts';
import { type DrawSeed, commitmentTo } from '../draws/seeds.queries.ts';
import { type Pool, readVersion } from '../draws/pool.queries.ts';
import { type Entry, NO_ENTRY, hashOfEntry, hashOfSecret } from './trail.queries.ts';

/** The first entry that does not hold. */
export interface Break {
  mediaId: string;
  position: number;
  problem: string;
}

export interface Verified {
  submissions: number;
  entries: number;
  draws: number;
  /** Null if everything holds. */
  broken: Break | null;
}

interface Row {
  media_id: string;
  position: number;
  entry: string;
  sealed: string | null;
  hash: Buffer;
}

const BATCH = 1000;

/** Recomputes the hashes and draws of all trails, and stops at the first one that does not hold. */
export async function verifyTrails(db: Db): Promise<Verified> {
  const verified: Verified = { submissions: 0, entries: 0, draws: 0, broken: null };
  const draws = drawChecker(db);
  let last: Row | null = null;
  for await (const rows of readTrails(db))
    for (const row of rows) {
      const isFirst = row.media_id !== last?.media_id;
      const problem = problemOf(row, isFirst ? null : last) ?? (await draws.problemOf(JSON.parse(row.entry) as Entry));
      if (problem !== null)
        return {
          ...verified,
          draws: draws.count(),
          broken: { mediaId: row.media_id, position: row.position, problem },
        };
      verified.entries += 1;
      verified.submissions += isFirst ? 1 : 0;
      last = row;
    }
  return { ...verified, draws: draws.count() };
}

/** All entries, a submission after the other. */
async function* readTrails(db: Db): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ;) {
    const rows: Row[] = await db<Row[]>`
      select media_id, position, entry, sealed, hash from review_trail
      ${after === undefined ? db`` : db`where (media_id, position) > (${after.media_id}, ${after.position})`}
      order by media_id, position limit ${BATCH}`;
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1);
  }
}

function problemOf({ media_id, position, entry, sealed, hash }: Row, previous: Row | null): string | null {
  const { media, position: named, secret } = JSON.parse(entry) as Entry;
  if (position !== (previous?.position ?? 0) + 1) return 'The entry before this one is missing.';
  if (!hashOfEntry(previous?.hash ?? NO_ENTRY, entry).equals(hash))
    return 'The hash does not match the entry and the one before it.';
  if (media !== media_id || named !== position) return 'The entry belongs to another place.';
  if ((sealed === null ? undefined : hashOfSecret(sealed)) !== secret)
    return 'The secret part does not match its hash.';
  return null;
}

/**
 * Repeats draws in the order of the trails. The draws of a review are numbered, so that none can be made and discarded.
 * Pools are read once.
 */
function drawChecker(db: Db) {
  const pools = new Map<string, Pool>();
  let drawn = 0;
  let last = { review: '', number: 0 };
  const read = async (kind: Pool['kind'], version: number): Promise<Pool> => {
    const key = `${kind} ${version}`;
    const pool = pools.get(key) ?? (await readVersion(db, kind, version));
    pools.set(key, pool);
    return pool;
  };
  return {
    count: () => drawn,
    problemOf: async ({ fact }: Entry): Promise<string | null> => {
      if (fact.kind !== 'drawn') return null;
      const { name, seed, pool, skipped, reviewer } = fact.draw;
      const [review = '', number] = name.split(':');
      if (Number(number) !== (review === last.review ? last.number : 0) + 1)
        return 'The draw before this one is missing.';
      last = { review, number: Number(number) };
      const { names, hash } = await read(pool.kind, pool.version);
      if (hash !== pool.hash || names.length !== pool.size) return 'The pool is not the one that was drawn from.';
      const [row] = await db<DrawSeed[]>`select id, seed from draw_seeds where id = ${seed.id}`;
      if (row === undefined) return 'The seed of the draw is missing.';
      if (commitmentTo(row) !== seed.commitment) return 'The seed is not the one that the draw was made with.';
      const order = drawOrder(row.seed, name, names.length);
      for (let step = 0; step < skipped; step++) order.next();
      const position = order.next().value;
      if (position === undefined || names[position] !== reviewer) return 'The draw has another result.';
      drawn += 1;
      return null;
    },
  };
}
