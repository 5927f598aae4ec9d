import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http/errors.ts';
import { canSee } from './media.policy.ts';
import { type MediaRow, findMedia, lockMedia } from './media.queries.ts';
import { opensByLink } from './private-link.ts';

/** The row of a media item that a viewer wants to act on. Throws 404 if this viewer may not see it. */
export async function findVisible(db: Db, viewer: Actor | null, id: string): Promise<MediaRow> {
  return visible(viewer, await findMedia(db, id));
}

/** Like `findVisible`, but a viewer with the item's private link may also see it. */
export async function findByLink(db: Db, viewer: Actor | null, id: string, token: string): Promise<MediaRow> {
  const row = await findMedia(db, id);
  return row !== null && (await opensByLink(db, row, token)) ? row : visible(viewer, row);
}

/** Like `findVisible`, and locks the row until the transaction ends. */
export async function lockVisible(tx: Db, viewer: Actor | null, id: string): Promise<MediaRow> {
  return visible(viewer, await lockMedia(tx, id));
}

/** A hidden item gets the same answer as one that doesn't exist. */
function visible(viewer: Actor | null, row: MediaRow | null): MediaRow {
  if (row === null || !canSee(viewer, row)) throw notFound('This media');
  return row;
}
