import type { Db, Tx } from '../db/connection.ts';

/** A request that holds the key of an account. */
export interface Claim {
  userId: string;
  key: string;
  /** Identifies the request. */
  id: string;
}

/** Seconds for which a request holds its key without a renewal. */
const LEASE = 30;

const isOwn = (db: Db, { userId, key, id }: Claim) => db`user_id = ${userId} and key = ${key} and claim = ${id}`;
const lease = (db: Db) => db`now() + make_interval(secs => ${LEASE})`;

/** Takes a key that is free, or whose holder died before its first effect; otherwise returns false. */
export async function claimKey(db: Db, { userId, key, id }: Claim, endpoint: string, hash: Buffer): Promise<boolean> {
  const rows = await db`
    insert into idempotency_keys as k (user_id, key, endpoint, request_hash, claim, lease_until)
    values (${userId}, ${key}, ${endpoint}, ${hash}, ${id}, ${lease(db)})
    on conflict (user_id, key) do update set claim = excluded.claim, lease_until = excluded.lease_until, created_at = now()
      where k.status is null and k.effect_at is null and k.lease_until < now()
        and k.endpoint = excluded.endpoint and k.request_hash = excluded.request_hash
    returning 1`;
  return rows.length > 0;
}

export interface FirstCall {
  endpoint: string;
  hash: Buffer;
  /** The status of the stored answer; null until the request has an answer. */
  status: number | null;
  reply: unknown;
  /** True if the request had an effect, but its process died or failed before the answer was stored. */
  isOver: boolean;
}

/** Finds the request that has the key; null if there is none. */
export async function findFirstCall(db: Db, { userId, key }: Claim): Promise<FirstCall | null> {
  const [row] = await db<FirstCall[]>`
    select endpoint, request_hash as hash, status, reply, effect_at is not null and lease_until < now() as "isOver"
    from idempotency_keys where user_id = ${userId} and key = ${key}`;
  return row ?? null;
}

export async function renewClaim(db: Db, claim: Claim): Promise<void> {
  await db`update idempotency_keys set lease_until = ${lease(db)} where ${isOwn(db, claim)} and status is null`;
}

/**
 * Marks the key in the transaction of an effect. A transaction that only reads leaves no mark. One that locks a row
 * (`for update`) counts as a write, because PostgreSQL gives both a transaction id. Returns false if another request holds
 * the key by now.
 */
export async function markEffect(tx: Tx, claim: Claim): Promise<boolean> {
  const [{ wrote }] = await tx<[{ wrote: boolean }]>`select pg_current_xact_id_if_assigned() is not null as wrote`;
  if (!wrote) return true;
  const rows = await tx`
    update idempotency_keys set effect_at = coalesce(effect_at, now()) where ${isOwn(tx, claim)} returning 1`;
  // A request that deletes the account deletes the account's keys, too.
  return rows.length > 0 || (await findFirstCall(tx, claim)) === null;
}

export async function storeAnswer(db: Db, claim: Claim, status: number, reply: unknown): Promise<void> {
  await db`
    update idempotency_keys set status = ${status}, reply = ${db.json(reply as never)} where ${isOwn(db, claim)}`;
}

/** Frees the key of a failed request, so that it can be sent again. After an effect, only a refusal frees the key. */
export async function releaseKey(db: Db, claim: Claim, { refused }: { refused: boolean }): Promise<void> {
  await db`delete from idempotency_keys where ${isOwn(db, claim)} and (effect_at is null or ${refused})`;
  await db`update idempotency_keys set lease_until = now() - interval '1 millisecond' where ${isOwn(db, claim)}`;
}

/** Deletes all answers that are stored for an account. */
export async function deleteStoredResponses(tx: Tx, userId: string): Promise<void> {
  await tx`delete from idempotency_keys where user_id = ${userId}`;
}

/** Deletes keys older than a day, with or without an answer. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db`delete from idempotency_keys where created_at < now() - interval '1 day'`;
}
