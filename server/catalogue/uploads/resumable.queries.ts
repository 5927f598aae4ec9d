import type { Db } from '../../platform/db/connection.ts';

/** Bytes of an upload that are in the store. */
export interface StoredPart {
  bytes: number;
  /**
   * The store's name for the part; null for the tail, the bytes after the last full part, which are a separate object
   * until more bytes arrive.
   */
  etag: string | null;
}

export interface Resumable {
  id: string;
  userId: string;
  fileName: string;
  bytes: number;
  /** The song or video whose file this upload replaces; null for a new song or video. */
  replaces: string | null;
  /** The musician's genres for the new song or video. */
  genres: string[];
  /** When the uploader confirmed holding the rights. */
  rightsConfirmedAt: Date | null;
  mediaId: string | null;
  createdAt: Date;
  /** The store's name for the growing file, if the upload grows in the store. */
  growing: string | null;
  parts: StoredPart[];
}

/** Hours that an unfinished upload waits for its sender, counted from the last bytes that arrived. */
export const RESUMABLE_HOURS = 24;

const columns = (db: Db) => db`
  id, user_id as "userId", file_name as "fileName", bytes, replaces, genres,
  rights_confirmed_at as "rightsConfirmedAt", media_id as "mediaId", created_at as "createdAt",
  growing, parts`;

export async function insertResumable(
  db: Db,
  upload: Pick<Resumable, 'id' | 'userId' | 'fileName' | 'bytes' | 'replaces'> & {
    genres?: string[];
    confirmsRights?: boolean;
  },
): Promise<void> {
  await db`
    insert into resumable_uploads (id, user_id, file_name, bytes, replaces, genres, rights_confirmed_at, expires_at)
    values (${upload.id}, ${upload.userId}, ${upload.fileName}, ${upload.bytes}, ${upload.replaces}, ${upload.genres ?? []},
      case when ${upload.confirmsRights === true} then now() end,
      now() + make_interval(hours => ${RESUMABLE_HOURS}))`;
}

/** An upload that has not expired; null also for an upload of an account other than `userId`. */
export async function findResumable(db: Db, id: string, userId?: string): Promise<Resumable | null> {
  const [row] = await db<Resumable[]>`
    select ${columns(db)} from resumable_uploads
    where id = ${id} and expires_at > now() ${userId === undefined ? db`` : db`and user_id = ${userId}`}`;
  return row ?? null;
}

/**
 * Records the store's name for an upload that has begun to grow there; false when the upload was given up in the
 * meantime.
 */
export async function recordGrowing(db: Db, id: string, growing: string): Promise<boolean> {
  const rows = await db`
    update resumable_uploads set growing = ${growing} where id = ${id} and expires_at > now() returning 1`;
  return rows.length > 0;
}

/**
 * Replaces an upload's recorded parts: `before`, as the writer last saw them, becomes `parts`. False when the upload
 * was given up or handed over in the meantime, or another request continued it.
 */
export async function recordParts(db: Db, id: string, before: StoredPart[], parts: StoredPart[]): Promise<boolean> {
  const rows = await db`
    update resumable_uploads set parts = ${db.json(parts as never)}
    where id = ${id} and media_id is null and expires_at > now() and parts = ${db.json(before as never)} returning 1`;
  return rows.length > 0;
}

/**
 * Binds a complete upload to its song or video, and ends its reservation; false when the upload was already bound or
 * given up.
 */
export async function finishResumable(tx: Db, id: string, mediaId: string): Promise<boolean> {
  const rows = await tx`
    update resumable_uploads set media_id = ${mediaId}
    where id = ${id} and media_id is null and expires_at > now() returning 1`;
  await tx`delete from upload_reservations where id = ${id}`;
  return rows.length > 0;
}

/**
 * Gives up an unfinished upload and its reservation, so that other calls no longer find the upload. Its row is kept
 * until `deleteResumable`, after its bytes are removed: if this process ends before that, the sweep finds the bytes by
 * the row. The expiry is set to a minute ago, so that the upload remains expired if the clock is set back by less.
 */
export async function abandonResumable(db: Db, id: string): Promise<void> {
  await db`
    with gone as (update resumable_uploads set expires_at = now() - interval '1 minute' where id = ${id} and media_id is null)
    delete from upload_reservations where id = ${id}`;
}

/**
 * The expired uploads, finished ones included, the longest expired first. They are read in batches, each starting after
 * the last upload of the previous batch, so that uploads that can't be removed don't keep the sweep from the others.
 */
export async function* expiredResumables(db: Db, atOnce = 1000): AsyncGenerator<Resumable> {
  let last: (Resumable & { expiresAt: Date }) | undefined;
  do {
    const behind = last
      ? db`and (expires_at, id) > (${last.expiresAt.toISOString()}::text::timestamptz, ${last.id}::uuid)`
      : db``;
    const rows = await db<(Resumable & { expiresAt: Date })[]>`
      select ${columns(db)}, expires_at as "expiresAt" from resumable_uploads
      where expires_at <= now() ${behind} order by expires_at, id limit ${atOnce}`;
    yield* rows;
    last = rows.length < atOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Those of these uploads that were given up; used to remove their bytes. */
export async function findAbandoned(db: Db, ids: readonly string[]): Promise<Resumable[]> {
  return db<Resumable[]>`
    select ${columns(db)} from resumable_uploads where id = any(${[...ids]}::uuid[]) and expires_at <= now()`;
}

/** Deletes the row of an expired upload, and its reservation. */
export async function deleteResumable(db: Db, id: string): Promise<void> {
  await db`
    with gone as (delete from resumable_uploads where id = ${id} and expires_at <= now() returning id)
    delete from upload_reservations where id in (select id from gone)`;
}
