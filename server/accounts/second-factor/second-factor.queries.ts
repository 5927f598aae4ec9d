import { PENDING_SECONDS } from '../auth/pending-sign-ins.queries.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

export interface PasskeyRow {
  id: string;
  /** The credential id from the browser, base64url. */
  credential_id: string;
  public_key: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface TotpRow {
  sealed_secret: Uint8Array;
  confirmed: boolean;
  /** The time step of the last used code. */
  last_step: number | null;
}

export interface Factors {
  totp: boolean;
  passkeys: PasskeyRow[];
  codesLeft: number;
}

/** An account's factors; `totp` is true only if the app was confirmed. */
export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const [row] = await db<{ totp: boolean; codesLeft: number }[]>`
    select exists (select 1 from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as "codesLeft"`;
  const passkeys = await db<PasskeyRow[]>`
    select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from passkeys where user_id = ${userId} order by created_at, id`;
  return { totp: row?.totp ?? false, codesLeft: row?.codesLeft ?? 0, passkeys };
}

export const hasFactor = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys.length > 0;

/** The owner's address and name, for authenticator apps, passkeys and mail. Throws if the account is deleted. */
export async function findOwner(db: Db, userId: string): Promise<{ email: string; name: string }> {
  const [owner] = await db<{ email: string; name: string }[]>`
    select email, display_name as name from users where id = ${userId} and deleted_at is null`;
  if (owner === undefined) throw new Error(`The account ${userId} is gone.`);
  return owner;
}

/** Locks an account, so that no other transaction changes its factors at the same time; false if it is deleted. */
export async function lockAccount(tx: Tx, userId: string): Promise<boolean> {
  return (await tx`select 1 from users where id = ${userId} and deleted_at is null for update`).length > 0;
}

export async function findTotp(db: Db, userId: string): Promise<TotpRow | null> {
  const [row] = await db<TotpRow[]>`
    select sealed_secret, confirmed_at is not null as confirmed, last_step from totp_secrets where user_id = ${userId}`;
  return row ?? null;
}

/** Stores a secret that isn't confirmed yet; false if a confirmed one exists. */
export async function insertTotp(db: Db, userId: string, sealed: Uint8Array): Promise<boolean> {
  const rows = await db`
    insert into totp_secrets (user_id, sealed_secret) values (${userId}, ${sealed})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
      where totp_secrets.confirmed_at is null
    returning 1`;
  return rows.length > 0;
}

/**
 * Stores the step of a secret's last used code. The first code confirms the secret. False if that step or a later one
 * was used in the meantime, or the account now has another secret.
 */
export async function useTotpStep(db: Db, userId: string, totp: TotpRow, step: number): Promise<boolean> {
  const rows = await db`
    update totp_secrets set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where user_id = ${userId} and sealed_secret = ${totp.sealed_secret}
      and (last_step is null or last_step < ${step}) returning 1`;
  return rows.length > 0;
}

export async function deleteTotp(tx: Tx, userId: string): Promise<void> {
  await tx`delete from totp_secrets where user_id = ${userId}`;
}

export async function insertPasskey(
  tx: Tx,
  userId: string,
  key: Pick<PasskeyRow, 'id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'>,
): Promise<void> {
  await tx`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    values (${key.id}, ${userId}, ${key.credential_id}, ${key.public_key}, ${key.counter}, ${key.transports}, ${key.name})`;
}

export async function markPasskeyUsed(db: Db, id: string, counter: number): Promise<void> {
  await db`update passkeys set counter = ${counter}, last_used_at = now() where id = ${id}`;
}

/** Returns whether the passkey existed. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx`delete from passkeys where user_id = ${userId} and id = ${id} returning 1`).length > 0;
}

/** Deletes the app, even an unconfirmed one, every passkey and every recovery code. */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<void> {
  await deleteTotp(tx, userId);
  await tx`delete from passkeys where user_id = ${userId}`;
  await replaceCodes(tx, userId, []);
}

/** Replaces all recovery codes; an empty list deletes them. */
export async function replaceCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
  for (const hash of hashes) await tx`insert into recovery_codes (user_id, code_hash) values (${userId}, ${hash})`;
}

/** Uses up a recovery code; false if the account has no such code. */
export async function consumeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  return (
    (await db`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash} returning 1`).length > 0
  );
}

/** Stores the challenge that an account's new passkey must sign. */
export async function setNewKeyChallenge(db: Db, userId: string, challenge: string): Promise<void> {
  await db`insert into new_key_challenges (user_id, challenge, expires_at)
    values (${userId}, ${challenge}, now() + make_interval(secs => ${PENDING_SECONDS}))
    on conflict (user_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`;
}

/** Deletes and returns the challenge; null if there is none, or it has expired. */
export async function consumeNewKeyChallenge(db: Db, userId: string): Promise<string | null> {
  const [row] = await db<{ challenge: string; over: boolean }[]>`
    delete from new_key_challenges where user_id = ${userId} returning challenge, expires_at < now() as over`;
  return row === undefined || row.over ? null : row.challenge;
}

/** Deletes expired challenges, and secrets that weren't confirmed within a day. */
export async function deleteUnfinished(db: Db): Promise<void> {
  await db`delete from new_key_challenges where expires_at < now()`;
  await db`delete from totp_secrets where confirmed_at is null and created_at < now() - interval '1 day'`;
}
