import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

/** Seconds in which a sign-in has to be finished by its second factor. */
export const PENDING_SECONDS = 10 * 60;

/** Codes that may be tried in one sign-in. */
const MAX_TRIES = 5;

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Pending {
  userId: string;
  /** What a passkey has to sign; null until it was asked for. */
  challenge: string | null;
  /** The sign-in began at a provider. */
  byProvider: boolean;
}

/** Keeps that somebody gave the right password, or came back from a provider; returns the token that only their browser has. */
export async function insertPending(db: Db, userId: string, byProvider: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db`insert into pending_sign_ins (token_hash, user_id, expires_at, by_provider)
    values (${hashed(token)}, ${userId}, now() + make_interval(secs => ${PENDING_SECONDS}), ${byProvider})`;
  return token;
}

const living = (db: Db, token: string) => db`
  p.token_hash = ${hashed(token)} and p.expires_at > now() and p.tries < ${MAX_TRIES}
    and u.id = p.user_id and u.deleted_at is null`;

/** The sign-in that a browser began; null when it is over. */
export async function findPending(db: Db, token: string): Promise<Pending | null> {
  const [row] = await db<Pending[]>`
    select p.user_id as "userId", p.challenge, p.by_provider as "byProvider" from pending_sign_ins p join users u on u.id = p.user_id
    where ${living(db, token)}`;
  return row ?? null;
}

/**
 * Counts a try; null when there were too many, or the time is over. A challenge is answered once: the try of a passkey takes
 * it, and that of a code leaves it for the passkey that may be asked for at the same time.
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

/** Ends it: nobody finishes it a second time. False when somebody did. */
export async function endPending(db: Db, token: string): Promise<boolean> {
  return (await db`delete from pending_sign_ins where token_hash = ${hashed(token)} returning 1`).length > 0;
}

/** Ends all that an account began, as when its password or its factors change. */
export async function endAllPending(db: Db, userId: string): Promise<void> {
  await db`delete from pending_sign_ins where user_id = ${userId}`;
}

/** Deletes those that nobody finished. */
export async function deleteOldPending(db: Db): Promise<void> {
  await db`delete from pending_sign_ins where expires_at < now()`;
}
