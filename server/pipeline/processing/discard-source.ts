import type { Db } from '../../platform/db/connection.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { renditionsPrefix } from './source-owner.ts';

/**
 * Removes a source that its owner no longer refers to. Its files are kept for their quarantine, because listeners may
 * be playing them right now. A worker that is processing it notices and stops.
 */
export async function discardSource(tx: Db, sourceId: string): Promise<void> {
  const [row] = await tx<{ id: string; ownerKind: string; ownerId: string; key: Key }[]>`
    delete from sources where id = ${sourceId}
    returning id, owner_kind as "ownerKind", owner_id as "ownerId", storage_key as key`;
  if (row !== undefined) await markForDeletion(tx, [row.key, renditionsPrefix(row)]);
}
