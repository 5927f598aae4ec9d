import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

export type PoolKind = 'reviewers' | 'administrators';

export interface Pool {
  kind: PoolKind;
  version: number;
  /** The names on the review desk, in the order of their characters. */
  names: string[];
  /** The account of each name. */
  ids: string[];
  /** SHA-256 of the names with a line break between them, in hex. */
  hash: string;
}

/** The latest pool of each kind that a process read. */
const latest = new WeakMap<object, Map<PoolKind, Pool>>();

/**
 * The present list of a pool. A process reads the members only after they changed.
 * @param owner the object whose lifetime the cached lists share
 */
export async function readPool(db: Db, kind: PoolKind, owner: object): Promise<Pool> {
  const [row] = await db<{ version: number }[]>`select version from review_pools where kind = ${kind}`;
  const version = row?.version ?? 0;
  const pools = latest.get(owner) ?? new Map<PoolKind, Pool>();
  latest.set(owner, pools);
  const known = pools.get(kind);
  if (known?.version === version) return known;
  const pool = await readVersion(db, kind, version);
  pools.set(kind, pool);
  return pool;
}

/** The list of a pool as it was in a version. */
export async function readVersion(db: Db, kind: PoolKind, version: number): Promise<Pool> {
  const rows = await db<{ name: string; id: string }[]>`
    select name, user_id as id from review_pool_members
    where kind = ${kind} and since <= ${version} and (until is null or until > ${version})
    order by name collate "C"`;
  const names = rows.map(({ name }) => name);
  return { kind, version, names, ids: rows.map(({ id }) => id), hash: hashOfNames(names) };
}

const hashOfNames = (names: readonly string[]): string => createHash('sha256').update(names.join('\n')).digest('hex');
