import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

/** Seconds within which the second factor must complete a sign-in. */
export const PENDING_SECONDS = 10 * 60;

/** Attempts at the second factor in one sign-in. */
const MAX_TRIES = 5;

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Pending {
  userId: string;
  /** The challenge that a passkey must sign; null until the browser has requested one. */
  challenge: string | null;
  /** The sign-in started at a provider. */
  byProvider: boolean;
}

/**
 * Stores that a user gave the right password or signed in at a provider. Returns the token, which only the user's
 * browser has.
 */
export async function insertPending(db: Db, userId: string, byProvider: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db`insert into pending_sign_ins (token_hash, user_id, expires_at, by_provider)
    values (${hashed(token)}, ${userId}, now() + make_interval(secs => ${PENDING_SECONDS}), ${byProvider})`;
  return token;
}

const living = (db: Db, token: string) => db`
  p.token_hash = ${hashed(token)} and p.expires_at > now() and p.tries < ${MAX_TRIES}
    and u.id = p.user_id and u.deleted_at is null`;

/** The pending sign-in of a browser's token; null if it has expired or ended. */
export async function findPending(db: Db, token: string): Promise<Pending | null> {
  const [row] = await db<Pending[]>`
    select p.user_id as "userId", p.challenge, p.by_provider as "byProvider" from pending_sign_ins p join users u on u.id = p.user_id
    where ${living(db, token)}`;
  return row ?? null;
}

/**
 * Counts an attempt; null after too many attempts, or if the sign-in has expired. A challenge works once: an attempt
 * with a passkey removes it. An attempt with a code keeps it, because the browser may offer both at the same time.
 */
export async function countTry(db: Db, token: string, isPasskey: boolean): Promise<Pending | null> {
  const [row] = await db<Pending[]>`
    with before as (select token_hash, challenge from pending_sign_ins where token_hash = ${hashed(token)} for update)
    update pending_sign_ins p set tries = tries + 1,
      challenge = case when ${isPasskey} then null else p.challenge end
    from users u, before b
    where b.token_hash = p.token_hash and ${living(db, token)}
    returning p.user_id as "userId", b.challenge, p.by_provider as "byProvider"`;
  return row ?? null;
}

export async function setChallenge(db: Db, token: string, challenge: string): Promise<void> {
  await db`update pending_sign_ins set challenge = ${challenge} where token_hash = ${hashed(token)}`;
}

/** Ends a pending sign-in, so that it can't be completed twice. False if it has already ended. */
export async function endPending(db: Db, token: string): Promise<boolean> {
  return (await db`delete from pending_sign_ins where token_hash = ${hashed(token)} returning 1`).length > 0;
}

/** Ends all pending sign-ins of an account, for example after a change of its password or factors. */
export async function endAllPending(db: Db, userId: string): Promise<void> {
  await db`delete from pending_sign_ins where user_id = ${userId}`;
}

/** Deletes expired pending sign-ins. */
export async function deleteOldPending(db: Db): Promise<void> {
  await db`delete from pending_sign_ins where expires_at < now()`;
}
