import type { Db, Tx } from '../db/connection.ts';

/** A request that holds the key of an account. */
export interface Claim {
  userId: string;
  key: string;
  /** Names the request. */
  id: string;
}

/** Seconds for which a request holds its key, unless it renews that. */
const LEASE = 30;

const isOwn = (db: Db, { userId, key, id }: Claim) => db`user_id = ${userId} and key = ${key} and claim = ${id}`;
const lease = (db: Db) => db`now() + make_interval(secs => ${LEASE})`;

/** Takes a key that is free, or whose holder died before it had an effect; false for any other. */
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
  /** Null while there is no answer. */
  status: number | null;
  reply: unknown;
  /** It had an effect, and then its holder died or failed before it stored the answer. */
  isOver: boolean;
}

/** What is known of the request that has the key; null if none has. */
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
 * Notes in the transaction of an effect that there is one. A transaction that only reads notes nothing; one that locks a row
 * (`for update`) counts as one that wrote, because PostgreSQL numbers both. False if another request holds the key by now.
 */
export async function markEffect(tx: Tx, claim: Claim): Promise<boolean> {
  const [{ wrote }] = await tx<[{ wrote: boolean }]>`select pg_current_xact_id_if_assigned() is not null as wrote`;
  if (!wrote) return true;
  const rows = await tx`
    update idempotency_keys set effect_at = coalesce(effect_at, now()) where ${isOwn(tx, claim)} returning 1`;
  // Whoever deletes an account by this request has deleted its keys, too.
  return rows.length > 0 || (await findFirstCall(tx, claim)) === null;
}

export async function storeAnswer(db: Db, claim: Claim, status: number, reply: unknown): Promise<void> {
  await db`
    update idempotency_keys set status = ${status}, reply = ${db.json(reply as never)} where ${isOwn(db, claim)}`;
}

/** Frees the key of a request that failed, so that it can be sent again; kept if it had an effect before, unless it was refused. */
export async function releaseKey(db: Db, claim: Claim, { refused }: { refused: boolean }): Promise<void> {
  await db`delete from idempotency_keys where ${isOwn(db, claim)} and (effect_at is null or ${refused})`;
  await db`update idempotency_keys set lease_until = now() - interval '1 millisecond' where ${isOwn(db, claim)}`;
}

/** Forgets every answer that was stored for an account. */
export async function deleteStoredResponses(tx: Tx, userId: string): Promise<void> {
  await tx`delete from idempotency_keys where user_id = ${userId}`;
}

/** Deletes answers that are older than a day, and keys whose request died in that time. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db`delete from idempotency_keys where created_at < now() - interval '1 day'`;
}
