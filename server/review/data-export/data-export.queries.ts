import type { Db, Tx } from '../../platform/db/connection.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Key } from '../../platform/storage/storage.ts';

/** Days for which the copy of an account's data is kept. */
export const EXPORT_DAYS = 7;
/** Days after which an unfinished or failed copy of an account's data is deleted. */
const UNMADE_DAYS = 2;

export interface ExportRow {
  state: 'making' | 'ready' | 'failed';
  bytes: number | null;
  storage_key: Key | null;
  created_at: Date;
  expires_at: Date | null;
}

/** The latest copy of an account's data, or null if there is none that hasn't expired. */
export async function findExport(db: Db, userId: string): Promise<ExportRow | null> {
  const [row] = await db<ExportRow[]>`
    select state, bytes, storage_key, created_at, expires_at from data_exports
    where user_id = ${userId} and (expires_at is null or expires_at > now())`;
  return row ?? null;
}

/**
 * The account for which a copy of its data must still be made; null if the account was deleted, or the copy was made or
 * doesn't exist.
 */
export async function findIncomplete(db: Db, id: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`
    select e.user_id as "userId" from data_exports e join users u on u.id = e.user_id
    where e.id = ${id} and e.state = 'making' and u.deleted_at is null`;
  return row?.userId ?? null;
}

export interface ExportOwner {
  userId: string;
  email: string;
  name: string;
  isVerified: boolean;
}

/**
 * The account to notify that the copy of its data is ready. The row is locked, so that its address doesn't change until
 * the transaction ends. Null if the account was deleted.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<ExportOwner | null> {
  const [row] = await tx<ExportOwner[]>`
    select id as "userId", email, display_name as name, email_verified_at is not null as "isVerified"
    from users where id = ${userId} and deleted_at is null for no key update`;
  return row ?? null;
}

/**
 * Replaces the copy of an account's data, and deletes the old copy's file; false if the old copy is still being made.
 */
export async function replaceExport(tx: Tx, userId: string, id: string): Promise<boolean> {
  // The lock makes concurrent requests create one copy of the account's data.
  await tx`select 1 from users where id = ${userId} for no key update`;
  const [busy] = await tx`select 1 from data_exports where user_id = ${userId} and state = 'making'`;
  if (busy !== undefined) return false;
  await deleteExports(tx, [userId]);
  await tx`insert into data_exports (id, user_id) values (${id}, ${userId})`;
  return true;
}

/**
 * Marks the copy of an account's data as ready for download; false if another worker did so first, or the account was
 * deleted.
 */
export async function markReady(tx: Tx, id: string, { key, bytes }: { key: Key; bytes: number }): Promise<boolean> {
  const rows = await tx`
    update data_exports set state = 'ready', bytes = ${bytes}, storage_key = ${key},
      expires_at = now() + make_interval(days => ${EXPORT_DAYS})
    where id = ${id} and state = 'making' returning 1`;
  if (rows.length > 0) await unmarkForDeletion(tx, [key]);
  return rows.length > 0;
}

export async function markExportFailed(db: Db, id: string): Promise<void> {
  await db`update data_exports set state = 'failed' where id = ${id} and state = 'making'`;
}

/** Deletes the expired copies of accounts' data, with their files. */
export async function deleteOldExports(db: Tx): Promise<void> {
  const old = await db<{ userId: string }[]>`
    select user_id as "userId" from data_exports
    where coalesce(expires_at, created_at + make_interval(days => ${UNMADE_DAYS})) < now() for update skip locked`;
  await deleteExports(
    db,
    old.map(({ userId }) => userId),
  );
}

async function deleteExports(tx: Tx, userIds: string[]): Promise<void> {
  const rows = await tx<{ key: Key | null }[]>`
    delete from data_exports where user_id = any(${userIds}::uuid[]) returning storage_key as key`;
  await markForDeletion(
    tx,
    rows.flatMap(({ key }) => (key === null ? [] : [key])),
    0,
  );
}
