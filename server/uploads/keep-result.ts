import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { MediaError } from '../ffmpeg/media-error.ts';
import { type Squares, makeSquares } from '../ffmpeg/images.ts';
import type { Output, Result } from '../ffmpeg/process.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { artworkPrefix } from '../media/media.present.ts';
import type { Playback } from '../media/media.queries.ts';
import { markForDeletion, unmarkForDeletion } from './pending-deletions.ts';
import {
  type Claim,
  advance,
  insertRenditions,
  makeMusician,
  writeFindings,
  writeFinished,
} from './processing.queries.ts';
import { nextVersion, putSquares } from './squares.ts';

/**
 * The ways to play, best first (an MP4 is made only of what is too short for HLS); what is only a part of another
 * (a playlist, a shared sound) is none.
 */
const PLAYED: Output['role'][] = ['mp4', 'hls-master', 'aac', 'opus'];

export function playbackOf(outputs: readonly Output[], prefix: string): Playback[] {
  return PLAYED.flatMap((role) => outputs.filter((output) => output.role === role)).map((output) => ({
    key: `${prefix}/${output.name}`,
    type: output.mime,
    codecs: output.codecs ?? '',
    bitrate: output.bitrate,
    width: output.width,
    height: output.height,
  }));
}

/**
 * Puts everything that was made and checked into the store and says `complete`, in one transaction. False when the
 * media went another way meanwhile; then nothing refers to the files, and the sweep takes them.
 */
export async function keepResult(
  app: App,
  work: { claim: Claim; result: Result; folder: string; prefix: string; stored: ReadonlySet<string>; log: Logger },
): Promise<boolean> {
  const { claim, result, folder, prefix, stored, log } = work;
  const artwork = await artworkOf(result, folder, log);
  const version = nextVersion(claim.artworkVersion);
  const artworkAt = artworkPrefix(claim.mediaId, version);
  if (artwork !== null) {
    await markForDeletion(app.db, [artworkAt]);
    await putSquares(app.storage, artworkAt, artwork, folder);
  }
  for (const { name } of result.outputs)
    if (!stored.has(name)) await app.storage.put(`${prefix}/${name}`, join(folder, 'out', name));
  return transaction(app.db, async (tx) => {
    if ((await advance(tx, claim, 'complete')) === null) return false;
    await insertRenditions(
      tx,
      claim.sourceId,
      result.outputs.map(({ name, codecs, ...output }) => ({
        ...output,
        id: newId(),
        storageKey: `${prefix}/${name}`,
        codecs: codecs ?? '',
      })),
    );
    await writeFindings(tx, claim.sourceId, result);
    await writeFinished(tx, claim, {
      type: result.kind,
      length: result.duration,
      width: result.width,
      height: result.height,
      loudness: result.loudness?.integratedLufs ?? null,
      truePeak: result.loudness?.truePeakDbtp ?? null,
      playback: playbackOf(result.outputs, prefix),
      poster: result.poster === null ? null : `${prefix}/${result.poster}`,
      artworkVersion: artwork === null ? claim.artworkVersion : version,
      background: artwork?.colour ?? null,
    });
    await unmarkForDeletion(tx, artwork === null ? [prefix] : [prefix, artworkAt]);
    await makeMusician(tx, claim.userId);
    return true;
  });
}

/** From the cover in the file, else from the video's poster; a damaged cover is no reason to fail. */
async function artworkOf(result: Result, folder: string, log: Logger): Promise<Squares | null> {
  const cover = result.tags.cover?.bytes ?? null;
  const poster = result.poster === null ? null : await readFile(join(folder, 'out', result.poster));
  for (const bytes of [cover, poster]) {
    if (bytes === null) continue;
    try {
      return await makeSquares(bytes);
    } catch (error) {
      if (!(error instanceof MediaError) || error.mayPassLater) throw error;
      log.info({ err: error, detail: error.detail }, 'a cover could not be used');
    }
  }
  return null;
}
