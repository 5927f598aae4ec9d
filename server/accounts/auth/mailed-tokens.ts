import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

/** The purposes of mailed links. */
type Purpose = 'reset' | 'verify' | ChangePurpose;
/**
 * Purposes of tokens that belong to a change of email address. The `confirm-email` token is mailed to the new address,
 * and confirms the change; the `undo-email` token is mailed to the former address, and takes the change back.
 */
type ChangePurpose = 'confirm-email' | 'undo-email';

/**
 * Valid links of one purpose per account. The limit keeps repeated requests for someone else's address from filling
 * their mailbox.
 */
export const MOST_LINKS = 5;

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The account and the purpose of a token. */
export interface TokenOf {
  userId: string;
  purpose: Purpose;
  /** The token's lifetime. */
  hours: number;
  /** The email change that the token belongs to; missing for `reset` and `verify`. */
  changeId?: string;
}

/** Makes a random token. It works once `storeToken` has stored it. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** Stores a token's hash, so that the token works once. */
export async function storeToken(tx: Db, token: string, { userId, purpose, hours, changeId }: TokenOf): Promise<void> {
  await tx`insert into mailed_tokens (token_hash, user_id, purpose, change_id, expires_at)
    values (${hashed(token)}, ${userId}, ${purpose}, ${changeId ?? null}, now() + make_interval(hours => ${hours}))`;
}

/** Makes and stores a token that works immediately. `mailLink` does this for tokens that are mailed. */
export async function issueToken(tx: Db, userId: string, purpose: Purpose, hours: number): Promise<string> {
  const token = makeToken();
  await storeToken(tx, token, { userId, purpose, hours });
  return token;
}

/**
 * The change of address that a token belongs to, and its account; null if the token isn't valid. The token stays valid.
 */
export async function findTokenChange(
  tx: Db,
  token: string,
  purpose: ChangePurpose,
): Promise<{ userId: string; changeId: string } | null> {
  const [row] = await tx<{ userId: string; changeId: string }[]>`
    select user_id as "userId", change_id as "changeId" from mailed_tokens
    where token_hash = ${hashed(token)} and purpose = ${purpose} and expires_at > now()`;
  return row ?? null;
}

/** Deletes the tokens of one change of address for one purpose. */
export async function deleteChangeTokens(tx: Db, changeId: string, purpose: ChangePurpose): Promise<void> {
  await tx`delete from mailed_tokens where change_id = ${changeId} and purpose = ${purpose}`;
}

/** Makes the tokens of one change of address expire this many hours from now. */
export async function extendChangeTokens(
  tx: Db,
  changeId: string,
  purpose: ChangePurpose,
  hours: number,
): Promise<void> {
  await tx`update mailed_tokens set expires_at = now() + make_interval(hours => ${hours})
    where change_id = ${changeId} and purpose = ${purpose}`;
}

/** Counts an account's valid tokens for one purpose. */
export async function countTokens(tx: Db, userId: string, purpose: Purpose): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from mailed_tokens
    where user_id = ${userId} and purpose = ${purpose} and expires_at > now()`;
  return row?.n ?? 0;
}

/** Like `countTokens`, for one change of address. */
export async function countChangeTokens(tx: Db, changeId: string, purpose: ChangePurpose): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from mailed_tokens
    where change_id = ${changeId} and purpose = ${purpose} and expires_at > now()`;
  return row?.n ?? 0;
}

/**
 * The address and names of the living account that a token belongs to, which its new password must not consist of; null
 * if the token isn't valid.
 */
export async function findTokenOwner(
  db: Db,
  token: string,
  purpose: Purpose,
): Promise<{ email: string; names: string[] } | null> {
  const [row] = await db<{ email: string; names: string[] }[]>`
    select u.email, array[u.first_name, u.last_name] as names from mailed_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashed(token)} and t.purpose = ${purpose} and t.expires_at > now() and u.deleted_at is null`;
  return row ?? null;
}

/**
 * Uses up a token, and deletes all others of its account and purpose. Of two simultaneous calls, only one succeeds.
 * @returns the account's id, or null if the token isn't valid
 */
export async function consumeToken(tx: Db, token: string, purpose: Purpose): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    delete from mailed_tokens t using users u
    where t.token_hash = ${hashed(token)} and t.purpose = ${purpose} and t.expires_at > now()
      and u.id = t.user_id and u.deleted_at is null
    returning t.user_id as "userId"`;
  if (row === undefined) return null;
  await deleteTokens(tx, row.userId, purpose);
  return row.userId;
}

/** Deletes all tokens of an account for one purpose. */
export async function deleteTokens(tx: Db, userId: string, purpose: Purpose): Promise<void> {
  await tx`delete from mailed_tokens where user_id = ${userId} and purpose = ${purpose}`;
}

/** Deletes expired tokens. */
export async function deleteEndedTokens(db: Db): Promise<void> {
  await db`delete from mailed_tokens where expires_at < now()`;
}
