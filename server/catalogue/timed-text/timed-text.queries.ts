import type { TimedLine } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** The captions or lyrics of a media item; empty if it has none. */
export async function findLines(db: Db, mediaId: string): Promise<TimedLine[]> {
  const [row] = await db<{ lines: TimedLine[] }[]>`select lines from timed_texts where media_id = ${mediaId}`;
  return row?.lines ?? [];
}

/** Stores the captions or lyrics of a media item, replacing the earlier text. */
export async function putLines(
  tx: Tx,
  { mediaId, musicianId, lines }: { mediaId: string; musicianId: string; lines: readonly TimedLine[] },
): Promise<void> {
  await tx`
    insert into timed_texts (media_id, musician_id, lines)
    values (${mediaId}, ${musicianId}, ${tx.json(lines as never)})
    on conflict (media_id) do update set lines = excluded.lines, updated_at = now()`;
}

/** Deletes captions or lyrics; returns whether there were any. */
export async function deleteLines(tx: Tx, mediaId: string): Promise<boolean> {
  const rows = await tx`delete from timed_texts where media_id = ${mediaId}`;
  return rows.count > 0;
}
