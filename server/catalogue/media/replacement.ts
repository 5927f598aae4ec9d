import { REPLACED_WITH_VERDICT, REPLACEMENT_UNDER_WAY } from '@scoville/contract/catalogue/uploads.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import type { Arrival } from '../../pipeline/processing/receiver.ts';
import { discardSource } from '../../pipeline/processing/discard-source.ts';
import { type MediaRow, findMedia, lockMedia } from './media.queries.ts';

/**
 * Checks that this account may replace the file of a media item. Throws 404 or 403 for an item of another account, and
 * 409 after a reviewer's verdict on the current file or while another file is being processed.
 */
export async function checkReplaceable(db: Db, mediaId: string, userId: string): Promise<void> {
  check(await findMedia(db, mediaId), userId);
}

function check(row: MediaRow | null, userId: string): MediaRow {
  if (row === null || (row.band === null && row.musician_id !== userId)) throw notFound('This media');
  if (row.musician_id !== userId) throw forbidden('You can replace the files of your own media only.');
  if (row.verdict !== null) throw conflict(REPLACED_WITH_VERDICT);
  if (row.next_status !== null && row.next_status !== 'failed') throw conflict(REPLACEMENT_UNDER_WAY);
  return row;
}

/**
 * Assigns a media item the file that will replace its current file, which listeners hear until then. An earlier file
 * that failed is discarded. The new file counts towards the plan's limit only if there is no current file; otherwise it
 * takes over that file's place in the limit.
 */
export async function beginReplacement(
  tx: Tx,
  mediaId: string,
  { sourceId, userId, fileName, type }: Arrival,
): Promise<{ charged: boolean }> {
  const row = check(await lockMedia(tx, mediaId), userId);
  const isFirst = row.source_id === null;
  await tx`
    update media set next_source_id = ${sourceId}, updated_at = now()
      ${isFirst ? tx`, filename = ${fileName}, type = ${type}` : tx``}
    where id = ${mediaId}`;
  if (row.next_source_id !== null) await discardSource(tx, row.next_source_id);
  return { charged: isFirst };
}

/**
 * Cancels the replacement that is being processed or failed; the file in force is kept. Throws 409 when there is none.
 */
export async function cancelReplacement(tx: Tx, row: MediaRow): Promise<void> {
  if (row.source_id === null || row.next_source_id === null)
    throw conflict('There is no replacement file to cancel for this media.');
  await tx`update media set next_source_id = null, updated_at = now() where id = ${row.id}`;
  await discardSource(tx, row.next_source_id);
}
