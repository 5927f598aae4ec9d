import type { Db, Tx } from '../../platform/db/connection.ts';

/** Locks an account, so that its plans change one after another; false if the account was deleted. */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`select 1 from users where id = ${userId} and deleted_at is null for no key update`;
  return rows.length > 0;
}

/** The recipient of mail about an account’s plans; null if the account was deleted. */
export async function findReceiver(db: Db, userId: string): Promise<{ email: string; displayName: string } | null> {
  const [row] = await db<{ email: string; displayName: string }[]>`
    select email, display_name as "displayName" from users where id = ${userId} and deleted_at is null`;
  return row ?? null;
}
