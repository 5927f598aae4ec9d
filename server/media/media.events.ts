import type { Db } from '../db/connection.ts';

/**
 * Tells every process that who may see this media, or what is to be seen, has changed (or that it is gone). Heard when
 * the transaction commits, and not at all when it does not.
 */
export async function mediaChanged(tx: Db, mediaId: string): Promise<void> {
  await tx`select pg_notify('media_changed', ${mediaId})`;
}

/** The channel of `mediaProgressed`. */
export const MEDIA_PROGRESS = 'media_progress';

/** Tells every process that the stage or percent of this media's processing has changed, when the transaction commits. */
export async function mediaProgressed(tx: Db, mediaId: string): Promise<void> {
  await tx`select pg_notify(${MEDIA_PROGRESS}, ${mediaId})`;
}
