import type { Db } from '../db/connection.ts';

/**
 * Tells every process that who may see this media, or what is to be seen, has changed (or that it is gone). Heard when
 * the transaction commits, and not at all when it does not.
 */
export async function mediaChanged(tx: Db, mediaId: string): Promise<void> {
  await tx`select pg_notify('media_changed', ${mediaId})`;
}
