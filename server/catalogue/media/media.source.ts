import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPLACED_WITH_VERDICT } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { namedGenres } from '../categories/own-genres.queries.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type Squares, makeSquares } from '../../pipeline/ffmpeg/renditions/make-squares.ts';
import { ProcessingError } from '../../pipeline/ffmpeg/processing-error.ts';
import type { Result } from '../../pipeline/ffmpeg/process.ts';
import { type WrittenPicture, picturePrefix } from '../../pipeline/images/image-kind.ts';
import { nextVersion, putSquares } from '../../pipeline/images/squares.ts';
import { discardSource } from '../../pipeline/processing/discard-source.ts';
import type { Claim } from '../../pipeline/processing/processing.queries.ts';
import type { Completion, SourceOwner } from '../../pipeline/processing/source-owner.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import { mediaChanged } from './media.events.ts';
import { artworkImages } from './media.images.ts';

/** Updates a media item while its source is processed. */
export const mediaSources: SourceOwner = {
  kind: 'media',

  /** Fills in the fields that the musician left empty. The tags of a replacement file are ignored. */
  async tagged(db, { ownerId, titleGuess }, tags) {
    const genres = await namedGenres(
      db,
      tags.genres.map((name) => ({ id: null, name })),
    );
    await db`
      update media set
        title = case when title = ${titleGuess} then coalesce(${tags.title}, title) else title end,
        description = case when description = '' then ${tags.description ?? ''} else description end,
        tags = case when tags = '{}' then ${tags.tags}::text[] else tags end,
        genres = case when genres = '{}' then ${genres.map(({ name }) => name)}::text[] else genres end,
        genre_slugs = case when genres = '{}' then ${genres.map(({ slug }) => slug)}::text[] else genre_slugs end
      where id = ${ownerId} and source_id is null`;
  },

  async lock(tx, ownerId) {
    return (await tx`select 1 from media where id = ${ownerId} for no key update`).length > 0;
  },

  /** A replacement file isn't shown before it is completely processed. */
  async isWatchedEarly(db, { ownerId }) {
    return (await db`select 1 from media where id = ${ownerId} and source_id is null`).length > 0;
  },

  async playable(tx, { ownerId }, kind) {
    await tx`update media set type = ${kind} where id = ${ownerId} and source_id is null`;
  },

  async complete(app, source, result, folder) {
    const artwork = await storeArtwork(app, source, result, folder);
    return (tx) => activateSource(tx, source, result, artwork);
  },
};

interface Artwork extends WrittenPicture {
  prefix: string;
}

/** Makes the artwork for a media item without one, from the cover in its file, else from the video's poster. */
async function storeArtwork(app: App, source: Claim, result: Result, folder: string): Promise<Artwork | null> {
  if ((await artworkImages.version(app.db, source.ownerId, false)) !== 0) return null;
  const squares = await squaresOf(app, result, folder);
  if (squares === null) return null;
  const version = nextVersion(0);
  const prefix = picturePrefix(artworkImages, source.ownerId, version);
  await markForDeletion(app.db, [prefix]);
  await putSquares(app.storage, prefix, squares, folder);
  return { version, prefix, colour: squares.colour, hasLarge: squares.large !== null };
}

/** Tries the cover, then the poster: a damaged cover is no reason to fail. */
async function squaresOf({ log }: App, result: Result, folder: string): Promise<Squares | null> {
  const cover = result.tags.cover?.bytes ?? null;
  const poster = result.poster === null ? null : await readFile(join(folder, 'out', result.poster));
  for (const bytes of [cover, poster]) {
    if (bytes === null) continue;
    try {
      return await makeSquares(bytes, artworkImages.cut);
    } catch (error) {
      if (!(error instanceof ProcessingError) || error.isRetryable) throw error;
      log.info({ err: error, detail: error.detail }, 'a cover could not be used');
    }
  }
  return null;
}

/**
 * Puts this source in force. The source before it is discarded, and its place in the plan's limit passes to the new
 * one.
 */
async function activateSource(
  tx: Tx,
  { sourceId, ownerId, userId }: Claim,
  { kind }: Result,
  artwork: Artwork | null,
): ReturnType<Completion> {
  const [media] = await tx<{ before: string | null; verdict: string | null; artwork: number }[]>`
    select source_id as before, verdict, artwork_version as artwork from media
    where id = ${ownerId} and next_source_id = ${sourceId}`;
  // Another file has taken this source's place, and this source's row was deleted.
  if (media === undefined) throw new Error(`The media ${ownerId} does not wait for the source ${sourceId}.`);
  if (media.before !== null && media.verdict !== null) return REPLACED_WITH_VERDICT;
  await tx`
    update media set source_id = ${sourceId}, next_source_id = null, availability = 'complete', type = ${kind},
      filename = (select filename from sources where id = ${sourceId}), updated_at = now()
    where id = ${ownerId}`;
  // Albums can only hold songs; an album with a video on it could no longer be saved.
  if (kind === 'video') await tx`delete from album_songs where media_id = ${ownerId}`;
  if (artwork !== null && media.artwork === 0) {
    await artworkImages.write(tx, ownerId, artwork);
    await unmarkForDeletion(tx, [artwork.prefix]);
  }
  if (media.before !== null) {
    await tx`update upload_ledger set source_id = ${sourceId} where source_id = ${media.before}`;
    await discardSource(tx, media.before);
    await mediaChanged(tx, ownerId);
  }
  // A user with a complete song or video is a musician.
  await tx`update users set type = 'Musician' where id = ${userId} and type = 'Listener'`;
  await tx`update users set feed_drawing = 'wanted' where id = ${userId} and feed_drawing = 'none'`;
  return null;
}
