import { rm } from 'node:fs/promises';
import { artworkSvg } from '@scoville/contract/artwork.ts';
import { FEED_ARTWORK } from '@scoville/contract/podcasts.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { paintSquare } from '../ffmpeg/renditions/make-squares.ts';
import { putBytes } from '../images/squares.ts';
import { type Loop, shouldContinue } from '../jobs/loop.ts';
import { openWorkFolder } from '../processing/work-folder.ts';
import { markForDeletion, unmarkForDeletion } from '../storage/pending-deletions.ts';
import { drawnKey, drawnPrefix } from './feed-artwork.ts';

/** Pictures of a round. All of them are announced at once, because each announcement empties what is kept of answers. */
const AT_ONCE = 50;

/** Draws the artwork of feeds for musicians with media but without a picture that directories accept: that of their id. */
export const drawFeedArtworkLoop: Loop<App> = {
  name: 'draw-feed-artwork',
  everySeconds: 60,
  run: drawFeedArtwork,
};

async function drawFeedArtwork({ db, storage, env }: App, stop?: AbortSignal): Promise<void> {
  const waiting = await db<{ id: string }[]>`
    select id from users
    where feed_drawing = 'wanted' and not has_large_image and deleted_at is null
    order by id limit ${AT_ONCE}`;
  if (waiting.length === 0) return;
  const drawn: string[] = [];
  const folder = await openWorkFolder(env);
  try {
    for (const { id } of waiting) {
      if (!shouldContinue(stop)) break;
      await markForDeletion(db, [drawnPrefix(id)]);
      const picture = await paintSquare(artworkSvg(id, FEED_ARTWORK.to), FEED_ARTWORK.to);
      await putBytes(storage, drawnKey(id), picture, folder);
      drawn.push(id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await transaction(db, async (tx) => {
    const rows = await tx<{ id: string }[]>`
      update users set feed_drawing = 'made' where id = any(${drawn}::uuid[]) and deleted_at is null returning id`;
    await unmarkForDeletion(
      tx,
      rows.map(({ id }) => drawnPrefix(id)),
    );
  });
}
