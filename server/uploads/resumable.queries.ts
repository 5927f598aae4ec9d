import type { Db } from '../db/connection.ts';

/** Bytes that are in the store. */
export interface StoredPart {
  bytes: number;
  /** As the store names it; null for the end of what came, which lies beside the growing file until more comes. */
  etag: string | null;
}

export interface Resumable {
  id: string;
  userId: string;
  fileName: string;
  bytes: number;
  /** The media whose file it is to replace; null for a media of its own. */
  replaces: string | null;
  /** The musician's genres for the new song or video. */
  genres: string[];
  /** When its sender confirmed to hold the rights. */
  rightsConfirmedAt: Date | null;
  mediaId: string | null;
  createdAt: Date;
  /** What the store calls it, where it grows in the store. */
  growing: string | null;
  parts: StoredPart[];
}

/** Hours that an unfinished upload may wait for its sender, from when something of it came last. */
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

/** An upload that has not expired; null for another account's. */
export async function findResumable(db: Db, id: string, userId?: string): Promise<Resumable | null> {
  const [row] = await db<Resumable[]>`
    select ${columns(db)} from resumable_uploads
    where id = ${id} and expires_at > now() ${userId === undefined ? db`` : db`and user_id = ${userId}`}`;
  return row ?? null;
}

/** Notes what the store calls an upload that has begun to grow there; false when it was given up meanwhile. */
export async function noteGrowing(db: Db, id: string, growing: string): Promise<boolean> {
  const rows = await db`
    update resumable_uploads set growing = ${growing} where id = ${id} and expires_at > now() returning 1`;
  return rows.length > 0;
}

/**
 * Notes the parts that the store has, in the place of those that its writer knows of; false when the upload was given up or
 * handed over meanwhile, or somebody else went on with it.
 */
export async function noteParts(db: Db, id: string, before: StoredPart[], parts: StoredPart[]): Promise<boolean> {
  const rows = await db`
    update resumable_uploads set parts = ${db.json(parts as never)}
    where id = ${id} and media_id is null and expires_at > now() and parts = ${db.json(before as never)} returning 1`;
  return rows.length > 0;
}

/** Binds a whole upload to its media, and ends its promise of room; false when it was bound or given up already. */
export async function finishResumable(tx: Db, id: string, mediaId: string): Promise<boolean> {
  const rows = await tx`
    update resumable_uploads set media_id = ${mediaId}
    where id = ${id} and media_id is null and expires_at > now() returning 1`;
  await tx`delete from upload_reservations where id = ${id}`;
  return rows.length > 0;
}

/**
 * Gives an unfinished upload up, and what it was promised: nobody finds it any more. Its row stays until its bytes are
 * gone (`forgetResumable`), so that the sweep finds them if this process does not get so far. A minute ago: a clock that
 * was set back by less does not make it an upload again.
 */
export async function giveUpResumable(db: Db, id: string): Promise<void> {
  await db`
    with gone as (update resumable_uploads set expires_at = now() - interval '1 minute' where id = ${id} and media_id is null)
    delete from upload_reservations where id = ${id}`;
}

/**
 * The uploads whose time is over, finished ones included: the longest ago first. They are read some at a time, each time
 * behind the last one, so that those that stay, as they cannot be removed, keep nobody from the others.
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

/** Some of these that were given up, for whoever removes their bytes. */
export async function givenUp(db: Db, ids: readonly string[]): Promise<Resumable[]> {
  return db<Resumable[]>`
    select ${columns(db)} from resumable_uploads where id = any(${[...ids]}::uuid[]) and expires_at <= now()`;
}

/** Forgets an upload whose time is over. */
export async function forgetResumable(db: Db, id: string): Promise<void> {
  await db`
    with gone as (delete from resumable_uploads where id = ${id} and expires_at <= now() returning id)
    delete from upload_reservations where id in (select id from gone)`;
}
