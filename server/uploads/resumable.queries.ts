import type { Db } from '../db/connection.ts';

export interface Resumable {
  id: string;
  userId: string;
  fileName: string;
  bytes: number;
  /** The media whose file it is to replace; null for a media of its own. */
  replaces: string | null;
  mediaId: string | null;
}

/** Hours that an unfinished upload may wait for its sender. */
export const RESUMABLE_HOURS = 24;

export async function insertResumable(db: Db, upload: Omit<Resumable, 'mediaId'>): Promise<void> {
  await db`
    insert into resumable_uploads (id, user_id, file_name, bytes, replaces, expires_at)
    values (${upload.id}, ${upload.userId}, ${upload.fileName}, ${upload.bytes}, ${upload.replaces},
      now() + make_interval(hours => ${RESUMABLE_HOURS}))`;
}

/** An account's own upload that has not expired. */
export async function findResumable(db: Db, id: string, userId: string): Promise<Resumable | null> {
  const [row] = await db<Resumable[]>`
    select id, user_id as "userId", file_name as "fileName", bytes, replaces, media_id as "mediaId"
    from resumable_uploads where id = ${id} and user_id = ${userId} and expires_at > now()`;
  return row ?? null;
}

/** Binds a whole upload to its media, and ends its promise of room; false when it was bound or removed already. */
export async function finishResumable(tx: Db, id: string, mediaId: string): Promise<boolean> {
  const rows = await tx`
    update resumable_uploads set media_id = ${mediaId} where id = ${id} and media_id is null returning 1`;
  await tx`delete from upload_reservations where id = ${id}`;
  return rows.length > 0;
}

/** Forgets an unfinished upload and what it was promised. */
export async function removeResumable(db: Db, id: string): Promise<void> {
  await db`
    with gone as (delete from resumable_uploads where id = ${id} and media_id is null)
    delete from upload_reservations where id = ${id}`;
}

/** Forgets the uploads whose time is over, finished ones included; returns their ids. */
export async function pruneExpired(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with gone as (delete from resumable_uploads where expires_at < now() returning id),
      room as (delete from upload_reservations where id in (select id from gone))
    select id from gone`;
  return rows.map(({ id }) => id);
}
