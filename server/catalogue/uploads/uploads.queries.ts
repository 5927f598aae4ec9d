import type { Status } from '@scoville/contract/pipeline/processing.ts';
import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

export interface NewUpload {
  sourceId: string;
  userId: string;
  /** The song or video that the file becomes or changes; null when the file is for something else. */
  mediaId: string | null;
  /** The name in the uploader's list of uploads. */
  shownName: string;
  /** Whether the upload takes a place of the plan. */
  charged: boolean;
  /** When the uploader confirmed holding the rights; null if the uploader wasn't asked. */
  rightsConfirmedAt?: Date | null;
}

/** Adds the entry in the uploader's list, and the ledger entry if the upload counts against the plan. */
export async function insertUpload(tx: Db, upload: NewUpload): Promise<void> {
  await tx`
    insert into uploads (id, user_id, file_name, media_id, source_id, rights_confirmed_at)
    values (${newId()}, ${upload.userId}, ${upload.shownName}, ${upload.mediaId}, ${upload.sourceId},
      ${upload.rightsConfirmedAt ?? null})`;
  if (upload.charged)
    await tx`insert into upload_ledger (source_id, user_id) values (${upload.sourceId}, ${upload.userId})`;
}

/** The names in this account's list of uploads. */
export async function shownNames(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db<{ file_name: string }[]>`
    select file_name from uploads where user_id = ${userId} and removed_at is null`;
  return new Set(rows.map((row) => row.file_name));
}

/** The account's oldest song or video that was made from the same bytes. */
export async function findDuplicate(
  db: Db,
  userId: string,
  sha256: Buffer,
): Promise<{ id: string; title: string } | null> {
  const [row] = await db<{ id: string; title: string }[]>`
    select m.id, m.title from sources s join media m on m.id = s.owner_id and s.owner_kind = 'media'
    where s.sha256 = ${sha256} and s.user_id = ${userId} order by m.created_at, m.id limit 1`;
  return row ?? null;
}

export interface ProgressRow {
  file_name: string;
  media_id: string | null;
  title: string | null;
  type: string | null;
  replaces: boolean;
  status: Status;
  progress: number;
  error_message: string | null;
  updated_at: Date;
}

/**
 * An account's uploads that are in progress, or ended within a day; newest first. With `stale` only those that have not
 * progressed for 30 minutes. A song or video is created in the transaction of its first upload, so both have the same
 * date; a later upload is a replacement.
 */
export async function listProgress(db: Db, userId: string, { stale = false } = {}): Promise<ProgressRow[]> {
  const which = stale
    ? db`s.status not in ('complete', 'failed') and s.updated_at < now() - interval '30 minutes'`
    : db`(s.status not in ('complete', 'failed') or s.updated_at > now() - interval '24 hours')`;
  return db<ProgressRow[]>`
    select u.file_name, u.media_id, m.title, m.type, coalesce(u.created_at > m.created_at, false) as replaces, s.status, s.progress, s.error_message, s.updated_at
    from uploads u join sources s on s.id = u.source_id left join media m on m.id = u.media_id
    where u.user_id = ${userId} and u.removed_at is null and ${which}
    order by u.created_at desc, u.id desc limit 500`;
}

/** Hides an upload in its owner's list of uploads; false if the list doesn't contain it. */
export async function hideProgress(db: Db, userId: string, fileName: string): Promise<boolean> {
  const rows = await db`
    update uploads set removed_at = now() where user_id = ${userId} and file_name = ${fileName} and removed_at is null
    returning 1`;
  return rows.length > 0;
}

/**
 * The name under which a file was uploaded. For a replacement it differs from the media item's file name, which is the
 * one of the file in force.
 */
export async function findFileName(db: Db, sourceId: string): Promise<string> {
  const [row] = await db<{ filename: string }[]>`select filename from sources where id = ${sourceId}`;
  if (row === undefined) throw new Error(`There is no source ${sourceId}.`);
  return row.filename;
}

/** Puts an entry back on its owner's list, under a name that is free. */
export async function showAgain(tx: Db, sourceId: string, shownName: string): Promise<void> {
  await tx`
    update uploads set removed_at = null, file_name = ${shownName} where source_id = ${sourceId} and removed_at is not null`;
}
