import { createHash, randomBytes } from 'node:crypto';
import type { Fact, TrailActor } from '@scoville/contract/review/trail/trail.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** Who did something: the owner, the product itself, or an account of the review desk by its id. */
export type Actor = 'owner' | 'system' | { userId: string };

export interface Happened {
  mediaId: string;
  by: Actor;
  fact: Fact;
  /** What only some viewers may see, such as the scores of a rejection. */
  secret?: object;
}

/** The JSON of an entry. */
export interface Entry {
  media: string;
  position: number;
  at: string;
  by: TrailActor;
  fact: Fact;
  /** SHA-256 of the secret part, in hex. */
  secret?: string;
}

/** The channel that names media items whose trail has a new entry. */
export const TRAIL_CHANGED = 'review_trail_changed';

export const NO_ENTRY: Buffer = Buffer.alloc(32);

export const hashOfEntry = (previous: Uint8Array, text: string): Buffer =>
  createHash('sha256').update(previous).update(text).digest();

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Adds an entry to the trail of a submission, in the transaction that performs what it says. The caller holds the lock
 * of the media item or of its open review. The secret part gets a salt, so that its hash doesn't reveal it.
 */
export async function recordFact(tx: Tx, { mediaId, by, fact, secret }: Happened): Promise<void> {
  const [last] = await tx<{ position: number | null; hash: Buffer | null; now: Date }[]>`
    select position, hash, now() as now from (select 1) one left join lateral (
      select position, hash from review_trail where media_id = ${mediaId} order by position desc limit 1) last on true`;
  const sealed = secret === undefined ? null : JSON.stringify({ ...secret, salt: randomBytes(16).toString('hex') });
  const entry: Entry = {
    media: mediaId,
    position: (last!.position ?? 0) + 1,
    at: last!.now.toISOString(),
    by: typeof by === 'string' ? by : { desk: await nameOnDesk(tx, by.userId) },
    fact,
    ...(sealed !== null && { secret: hashOfSecret(sealed) }),
  };
  const text = JSON.stringify(entry);
  const hash = hashOfEntry(last!.hash ?? NO_ENTRY, text);
  await tx`
    with written as (
      insert into review_trail (media_id, position, entry, sealed, hash)
      values (${mediaId}, ${entry.position}, ${text}, ${sealed}, ${hash}) returning media_id)
    select pg_notify(${TRAIL_CHANGED}, media_id::text) from written`;
}

/** The name of an account on the review desk, given at its first act there. */
async function nameOnDesk(tx: Tx, userId: string): Promise<string> {
  const find = () => tx<{ name: string }[]>`select name from desk_names where user_id = ${userId}`;
  const [known] = await find();
  if (known !== undefined) return known.name;
  await tx`insert into desk_names (user_id) values (${userId}) on conflict do nothing`;
  return (await find())[0]!.name;
}

export interface TrailRow {
  entry: string;
  sealed: string | null;
  hash: Buffer;
}

export const findTrail = (db: Db, mediaId: string): Promise<TrailRow[]> =>
  db<TrailRow[]>`select entry, sealed, hash from review_trail where media_id = ${mediaId} order by position`;
