import { rm } from 'node:fs/promises';
import { FEED_ARTWORK, artworkSvg } from '@scoville/contract/catalogue/media/artwork.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { paintSquare } from '../../pipeline/ffmpeg/renditions/make-squares.ts';
import { putBytes } from '../../pipeline/images/squares.ts';
import { type Loop, shouldContinue } from '../../platform/jobs/loop.ts';
import { openWorkFolder } from '../../pipeline/processing/work-folder.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import { feedArtworkKey, feedArtworkPrefix } from './feed-artwork.ts';

/**
 * The most pictures in one round. They are announced together, because each announcement clears the cached responses.
 */
const AT_ONCE = 50;
/** The wait before a picture that could not be drawn is tried again. */
const RETRY_MINUTES = 10;

/**
 * Draws feed artwork for each musician who has media but no profile picture that directories accept. The drawing is
 * derived from the musician's id.
 */
export const drawFeedArtworkLoop: Loop<App> = {
  name: 'draw-feed-artwork',
  everySeconds: 60,
  run: drawFeedArtwork,
};

async function drawFeedArtwork(app: App, stop?: AbortSignal): Promise<void> {
  const { db, env } = app;
  const waiting = await db<{ id: string }[]>`
    select id from users
    where feed_drawing = 'wanted' and not has_large_image and deleted_at is null
      and (feed_drawing_failed_at is null or feed_drawing_failed_at < now() - make_interval(mins => ${RETRY_MINUTES}))
    order by feed_drawing_failed_at nulls first, id limit ${AT_ONCE}`;
  if (waiting.length === 0) return;
  const drawn: string[] = [];
  const failed: string[] = [];
  const folder = await openWorkFolder(env);
  try {
    for (const { id } of waiting) {
      if (!shouldContinue(stop)) break;
      ((await draw(app, id, folder)) ? drawn : failed).push(id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await transaction(db, async (tx) => {
    if (failed.length > 0) await tx`update users set feed_drawing_failed_at = now() where id = any(${failed}::uuid[])`;
    const rows = await tx<{ id: string }[]>`
      update users set feed_drawing = 'made', feed_drawing_failed_at = null
      where id = any(${drawn}::uuid[]) and deleted_at is null returning id`;
    await unmarkForDeletion(
      tx,
      rows.map(({ id }) => feedArtworkPrefix(id)),
    );
  });
}

/** Draws and stores the picture of an account; false after a failure, which must not hold up the next accounts. */
async function draw({ db, storage, log }: App, id: string, folder: string): Promise<boolean> {
  try {
    await markForDeletion(db, [feedArtworkPrefix(id)]);
    const picture = await paintSquare(artworkSvg(id, FEED_ARTWORK.to), FEED_ARTWORK.to);
    await putBytes(storage, feedArtworkKey(id), picture, folder);
    return true;
  } catch (error) {
    log.error({ err: error, userId: id }, 'the artwork of a feed could not be drawn');
    return false;
  }
}
