import { type Db, type Pool, type Tx, transaction } from '../../platform/db/connection.ts';
import type { Key } from '../../platform/storage/storage.ts';
import type { Attempt, Playback } from './attempt.ts';

/** The tracks of an early video; each has its own playlist. */
export type EarlyTrack = 'picture' | 'sound';

/** A stored file that contains segments. */
export interface EarlyPart {
  /** From 1. */
  number: number;
  /** The duration of each segment. */
  seconds: number[];
  bytes: number[];
  isLast: boolean;
}

/**
 * Starts the early video of an attempt and replaces an earlier one; false when the attempt is over. Every status of a
 * running attempt is accepted, because the status may be written shortly after the encoding starts, and `finishing`
 * before the last segments are stored.
 */
export async function insertEarlyVideo(
  db: Pool,
  { sourceId, attempt }: Attempt,
  early: { id: string; prefix: Key },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const rows = await tx`
      select 1 from sources
      where id = ${sourceId} and attempt = ${attempt} and status in ('probing', 'transcoding', 'finishing')
      for no key update`;
    if (rows.length === 0) return false;
    await deleteEarlyVideo(tx, sourceId);
    await tx`
      insert into early_videos (id, source_id, attempt, prefix)
      values (${early.id}, ${sourceId}, ${attempt}, ${early.prefix})`;
    return true;
  });
}

/** Records a stored part. Throws when the attempt is over. */
export async function insertEarlyPart(db: Db, id: string, track: EarlyTrack, part: EarlyPart): Promise<void> {
  await db`
    insert into early_parts (early_id, track, number, seconds, bytes, is_last)
    values (${id}, ${track}, ${part.number}, ${part.seconds}::float8[], ${part.bytes}::int[], ${part.isLast})`;
}

/** Makes the attempt watchable, unless it is over or has more to play already. Needs a transaction. */
export async function setWatchable(
  tx: Tx,
  { sourceId, attempt }: Attempt,
  { playback, id }: { playback: Playback; id: string },
): Promise<boolean> {
  const rows = await tx`
    update sources s set type = 'video', width = ${playback.width}, height = ${playback.height},
      playback = ${tx.json([playback] as never)}
    where id = ${sourceId} and attempt = ${attempt} and playback = '[]'
      and status in ('probing', 'transcoding', 'finishing')
      and exists (select 1 from early_videos e where e.source_id = s.id and e.id = ${id})
    returning pg_notify(owner_kind || '_progress', owner_id::text)`;
  return rows.length > 0;
}

/** The stored parts of a track, in order; none when its attempt failed, is queued again, or was replaced by another. */
export async function findEarlyParts(db: Db, prefix: Key, track: EarlyTrack): Promise<EarlyPart[]> {
  return db<EarlyPart[]>`
    select p.number, p.seconds, p.bytes, p.is_last as "isLast"
    from early_videos e
    join sources s on s.id = e.source_id and s.attempt = e.attempt
      and s.status in ('probing', 'transcoding', 'finishing', 'complete')
    join early_parts p on p.early_id = e.id and p.track = ${track}
    where e.prefix = ${prefix} order by p.number`;
}

/** Hides the early video; its files are removed when their deletion is due. */
export async function deleteEarlyVideo(tx: Db, sourceId: string): Promise<void> {
  await tx`delete from early_videos where source_id = ${sourceId}`;
}

/** Deletes the rows of early videos whose files were removed. */
export async function pruneEarlyVideos(db: Db): Promise<void> {
  await db`
    delete from early_videos e where not exists (select 1 from pending_deletions p where p.prefix = e.prefix)`;
}
