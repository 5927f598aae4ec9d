import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http/errors.ts';
import { canSee } from '../../catalogue/media/media.policy.ts';
import { type MediaRow, findMedia } from '../../catalogue/media/media.queries.ts';
import { type ThreadRow, findComment } from './comments.queries.ts';

interface Written {
  row: ThreadRow;
  media: MediaRow;
}

/** A comment or reply with its media item, regardless of visibility. Throws 404 if it was deleted. */
export async function findWritten(db: Db, actor: Actor | null, id: string): Promise<Written> {
  const row = await findComment(db, id, actor?.userId ?? null);
  const media = row && (await findMedia(db, row.media_id));
  if (row === null || media === null) throw notFound('This comment');
  return { row, media };
}

/** A comment or reply with its media item. Throws 404 if the actor may not see the media item. */
export async function findSeenComment(db: Db, actor: Actor | null, id: string): Promise<Written> {
  const found = await findWritten(db, actor, id);
  if (!canSee(actor, found.media)) throw notFound('This comment');
  return found;
}
