import { UNDO_DAYS } from '@scoville/contract/community/own-account/email-change.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

/** Days for which a new address can be confirmed. */
export const CONFIRM_DAYS = 3;

/** A pending, confirmed or cancelled change of an account's address. */
export interface EmailChange {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  oldVerifiedAt: Date | null;
  oldVouchedAt: Date | null;
  requestedAt: Date;
  /** The former address was notified, and can take the change back. */
  canBeUndone: boolean;
}

const columns = (db: Db) => db`
  c.id, c.user_id as "userId", c.old_email as "oldEmail", c.new_email as "newEmail", c.old_verified_at as "oldVerifiedAt",
  c.old_vouched_at as "oldVouchedAt", c.requested_at as "requestedAt", c.undo_until is not null as "canBeUndone"`;

const isPending = (db: Db) => db`c.confirmed_at is null and c.cancelled_at is null`;

/** Inserts a pending change. Lock the account and call `cancelPendingChange` before, because it may have only one. */
export async function insertChange(
  tx: Tx,
  userId: string,
  { email, byAdministrator, canBeUndone }: { email: string; byAdministrator: boolean; canBeUndone: boolean },
): Promise<EmailChange> {
  const [row] = await tx<EmailChange[]>`
    insert into email_changes as c (id, user_id, old_email, new_email, by_administrator, old_verified_at, old_vouched_at,
      expires_at, undo_until)
    select ${newId()}, id, email, ${email}, ${byAdministrator}, email_verified_at, vouched_at,
      now() + make_interval(days => ${CONFIRM_DAYS}),
      case when ${canBeUndone} then now() + make_interval(days => ${UNDO_DAYS}) end
    from users where id = ${userId} returning ${columns(tx)}`;
  if (row === undefined) throw new Error(`The account ${userId} is gone.`);
  return row;
}

/** Cancels an account's pending change and its link. Returns the id of the change, or null. */
export async function cancelPendingChange(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    update email_changes c set cancelled_at = now() where c.user_id = ${userId} and ${isPending(tx)} returning c.id`;
  if (row === undefined) return null;
  await tx`delete from mailed_tokens where change_id = ${row.id} and purpose = 'confirm-email'`;
  return row.id;
}

/** A change that is still pending, locked. */
export async function lockPendingChange(tx: Tx, id: string): Promise<EmailChange | null> {
  const [row] = await tx<EmailChange[]>`
    select ${columns(tx)} from email_changes c
    where c.id = ${id} and ${isPending(tx)} and c.expires_at > now() for update`;
  return row ?? null;
}

/** Any change, locked. */
export async function lockChange(tx: Tx, id: string): Promise<EmailChange | null> {
  const [row] = await tx<EmailChange[]>`select ${columns(tx)} from email_changes c where c.id = ${id} for update`;
  return row ?? null;
}

/** Marks a change as confirmed. The days for taking it back start now. */
export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await tx`update email_changes set confirmed_at = now(),
      undo_until = case when undo_until is not null then now() + make_interval(days => ${UNDO_DAYS}) end
    where id = ${id}`;
}

/** Deletes a change, all later changes of its account, and their links. Returns the ids of all of them. */
export async function deleteChangesSince(tx: Tx, change: EmailChange): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from email_changes c where c.user_id = ${change.userId} and (c.requested_at, c.id) >= (${change.requestedAt}, ${change.id})
    returning c.id`;
  return rows.map(({ id }) => id);
}

/** Deletes all changes of an account, with their links; returns their ids. */
export async function deleteChangesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`delete from email_changes where user_id = ${userId} returning id`;
  return rows.map(({ id }) => id);
}

/**
 * Changes an account's address, which resets its confirmation. Throws on the constraint `users_email_key` if another
 * account has the address, or if the address is kept for another account.
 */
export async function setEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx`update users set email = ${email} where id = ${userId}`;
}

/**
 * Stores when an account's address was confirmed, and when its reader proved that they hold the account (null for
 * never).
 */
export async function setVerified(
  tx: Tx,
  userId: string,
  { verifiedAt, vouchedAt }: { verifiedAt: Date; vouchedAt: Date | null },
): Promise<void> {
  await tx`update users set email_verified_at = ${verifiedAt}, vouched_at = ${vouchedAt} where id = ${userId}`;
}

/** The pending address of the account `u` of a statement, with its expiry. */
export const pendingEmailColumn = (db: Db) => db`(
  select json_build_object('email', c.new_email, 'expiresOn', to_char(c.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from email_changes c where c.user_id = u.id and ${isPending(db)} and c.expires_at > now())`;

/**
 * The latest change whose undo keeps this address reserved while no account has it, with the end of that time; null if
 * there is none.
 */
export async function findUndoableChange(tx: Db, email: string): Promise<(EmailChange & { undoUntil: Date }) | null> {
  const [row] = await tx<(EmailChange & { undoUntil: Date })[]>`
    select ${columns(tx)}, c.undo_until as "undoUntil" from email_changes c
    where c.old_email = ${email} and c.undo_until > now() and not exists (select 1 from users where email = ${email})
    order by c.undo_until desc limit 1`;
  return row ?? null;
}

/** Whether an address is kept for the undo of another account's change. */
export const isReservedForUndo = (db: Db, email: string, except: string | null) => db`exists (
  select 1 from email_changes where old_email = ${email} and undo_until > now() and user_id is distinct from ${except}::uuid)`;

/** Deletes the changes that can no longer be confirmed or taken back. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db`delete from email_changes where greatest(expires_at, undo_until) < now()`;
}
