import type { Db, Tx } from '../../platform/db/connection.ts';

/** An account at a provider. The provider's issuer and the subject identify it permanently. */
export interface Outside {
  issuer: string;
  subject: string;
}

export interface IdentityRow {
  issuer: string;
  email: string | null;
  linked_at: Date;
  last_used_at: Date | null;
}

/** The identities of an account, oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db<IdentityRow[]>`
    select issuer, email, linked_at, last_used_at from identities where user_id = ${userId} order by linked_at, issuer`;
}

/** Locks an account at a provider, and an address, so that no other transaction decides about them at the same time. */
export async function lockDecision(tx: Db, { issuer, subject }: Outside, email: string | null): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 4101))`;
  if (email !== null) await tx`select pg_advisory_xact_lock(hashtextextended(${`email ${email.toLowerCase()}`}, 4101))`;
}

/** The user here whom an account at a provider is linked to; null if none. */
export async function findOwner(tx: Db, { issuer, subject }: Outside): Promise<string | null> {
  const [row] = await tx<{ userId: string }[]>`
    select user_id as "userId" from identities where issuer = ${issuer} and subject = ${subject}`;
  return row?.userId ?? null;
}

/** The account of an address, with the facts that decide whether it may be linked. */
export async function findByEmail(
  tx: Db,
  email: string,
  issuer: string,
): Promise<{ id: string; isVouched: boolean; hasOther: boolean } | null> {
  const [row] = await tx<{ id: string; isVouched: boolean; hasOther: boolean }[]>`
    select u.id, u.vouched_at is not null as "isVouched",
      exists (select 1 from identities i where i.user_id = u.id and i.issuer = ${issuer}) as "hasOther"
    from users u where u.email = ${email} and u.deleted_at is null`;
  return row ?? null;
}

export async function hasIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  return (await tx`select 1 from identities where user_id = ${userId} and issuer = ${issuer}`).length > 0;
}

export async function insertIdentity(
  tx: Db,
  { issuer, subject, userId, email }: Outside & { userId: string; email: string | null },
): Promise<void> {
  await tx`insert into identities (issuer, subject, user_id, email) values (${issuer}, ${subject}, ${userId}, ${email})`;
}

export async function markUsed(tx: Db, { issuer, subject }: Outside): Promise<void> {
  await tx`update identities set last_used_at = now() where issuer = ${issuer} and subject = ${subject}`;
}

/** Deletes all identities of an account. */
export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx`delete from identities where user_id = ${userId}`;
}

/** Unlinks all identities that were linked at that time or later. Returns whether there were any. */
export async function deleteIdentitiesSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  return (await tx`delete from identities where user_id = ${userId} and linked_at >= ${since} returning 1`).length > 0;
}

/** Returns whether an identity of this issuer was linked. */
export async function deleteIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  return (await tx`delete from identities where user_id = ${userId} and issuer = ${issuer} returning 1`).length > 0;
}
