import { createHash, randomBytes } from 'node:crypto';
import { SEEDS_LISTED } from '@scoville/contract/review/draws/draws.ts';
import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

export interface DrawSeed {
  id: string;
  seed: Buffer;
}

/** What is public of a seed before it is revealed: its SHA-256, in hex. */
export const commitmentTo = ({ seed }: DrawSeed): string => createHash('sha256').update(seed).digest('hex');

/**
 * The seed of today's draws (UTC). It can't be revealed before the caller's transaction ends. It is made here only if
 * the loop has not prepared it.
 */
export async function seedOfToday(tx: Db): Promise<DrawSeed> {
  const find = () => tx<DrawSeed[]>`
    select id, seed from draw_seeds where day = now()::date and revealed_at is null for share`;
  const [found] = await find();
  if (found !== undefined) return found;
  await makeSeeds(tx, 1);
  return (await find())[0]!;
}

/** Makes the missing seeds of today and the days after it. */
export async function makeSeeds(db: Db, days: number): Promise<void> {
  for (let day = 0; day < days; day++)
    await db`
      insert into draw_seeds (id, day, seed) values (${newId()}, now()::date + ${day}::int, ${randomBytes(32)})
      on conflict do nothing`;
}

/** Reveals the seeds of days that are over. A revealed seed is never used for a draw again. */
export async function revealSeeds(db: Db): Promise<void> {
  await db`update draw_seeds set revealed_at = now() where day < now()::date and revealed_at is null`;
}

export interface SeedRow {
  id: string;
  day: string;
  /** In hex. */
  commitment: string;
  madeAt: Date;
  /** In hex; null before the seed is revealed. */
  seed: string | null;
  revealedAt: Date | null;
}

const columns = (db: Db) => db`
  id, to_char(day, 'YYYY-MM-DD') as day, encode(sha256(seed), 'hex') as commitment, made_at as "madeAt",
  case when revealed_at is not null then encode(seed, 'hex') end as seed, revealed_at as "revealedAt"`;

/** The newest seeds, newest day first. */
export const listSeeds = (db: Db): Promise<SeedRow[]> =>
  db<SeedRow[]>`select ${columns(db)} from draw_seeds order by draw_seeds.day desc, id desc limit ${SEEDS_LISTED}`;

export async function findSeed(db: Db, id: string): Promise<SeedRow | null> {
  const [row] = await db<SeedRow[]>`select ${columns(db)} from draw_seeds where id = ${id}`;
  return row ?? null;
}
