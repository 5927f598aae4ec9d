import type { Status } from '@scoville/contract/processing.ts';
import type { Db } from '../db/connection.ts';

export interface NewUpload {
  mediaId: string;
  sourceId: string;
  uploadId: string;
  userId: string;
  title: string;
  type: 'song' | 'video';
  /** Safe, as it is kept. */
  fileName: string;
  /** As it is shown among the uploads on their way. */
  shownName: string;
  storageKey: string;
  sha256: Buffer;
  bytes: number;
  mime: string;
  demuxer: string;
}

/** Media, source, upload and ledger: all or none, in the caller's transaction. */
export async function insertUpload(tx: Db, upload: NewUpload): Promise<void> {
  await tx`
    insert into media (id, musician_id, title, type, filename, source_id)
    values (${upload.mediaId}, ${upload.userId}, ${upload.title}, ${upload.type}, ${upload.fileName}, ${upload.sourceId})`;
  await tx`
    insert into sources (id, media_id, storage_key, sha256, bytes, mime, demuxer, filename, title_guess)
    values (${upload.sourceId}, ${upload.mediaId}, ${upload.storageKey}, ${upload.sha256}, ${upload.bytes},
      ${upload.mime}, ${upload.demuxer}, ${upload.fileName}, ${upload.title})`;
  await tx`
    insert into uploads (id, user_id, file_name, media_id)
    values (${upload.uploadId}, ${upload.userId}, ${upload.shownName}, ${upload.mediaId})`;
  await tx`insert into upload_ledger (media_id, user_id) values (${upload.mediaId}, ${upload.userId})`;
}

/** The names that this account's uploads have now. */
export async function shownNames(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db<{ file_name: string }[]>`
    select file_name from uploads where user_id = ${userId} and removed_at is null`;
  return new Set(rows.map((row) => row.file_name));
}

/** How many files of this account wait or are worked on. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from media where musician_id = ${userId} and status not in ('complete', 'failed')`;
  return row?.n ?? 0;
}

/** The oldest media of this account that was made from the same bytes. */
export async function findDuplicate(
  db: Db,
  userId: string,
  sha256: Buffer,
): Promise<{ id: string; title: string } | null> {
  const [row] = await db<{ id: string; title: string }[]>`
    select m.id, m.title from sources s join media m on m.id = s.media_id
    where s.sha256 = ${sha256} and m.musician_id = ${userId} order by m.created_at, m.id limit 1`;
  return row ?? null;
}

export interface ProgressRow {
  file_name: string;
  media_id: string | null;
  title: string | null;
  type: string | null;
  status: Status | null;
  progress: number | null;
  error_message: string | null;
  updated_at: Date;
}

/** An account's uploads that are on their way, or ended within a day; newest first. */
export async function listProgress(db: Db, userId: string, { stale = false } = {}): Promise<ProgressRow[]> {
  const which = stale
    ? db`m.status not in ('complete', 'failed') and u.updated_at < now() - interval '30 minutes'`
    : db`(m.status not in ('complete', 'failed') or u.updated_at > now() - interval '24 hours')`;
  return db<ProgressRow[]>`
    select u.file_name, u.media_id, m.title, m.type, m.status, m.progress, m.error_message, u.updated_at
    from uploads u left join media m on m.id = u.media_id
    where u.user_id = ${userId} and u.removed_at is null and ${which}
    order by u.created_at desc, u.id desc limit 500`;
}

/** Takes an entry off its owner's list; false when there is none. */
export async function hideProgress(db: Db, userId: string, fileName: string): Promise<boolean> {
  const rows = await db`
    update uploads set removed_at = now() where user_id = ${userId} and file_name = ${fileName} and removed_at is null
    returning 1`;
  return rows.length > 0;
}
