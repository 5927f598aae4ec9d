import type { Db } from '../../platform/db/connection.ts';

/**
 * Notifies every process that this media item or its visibility has changed, or that it was deleted. The notification
 * is sent when the transaction commits, and dropped on a rollback.
 */
export async function mediaChanged(tx: Db, mediaId: string): Promise<void> {
  await tx`select pg_notify('media_changed', ${mediaId})`;
}
