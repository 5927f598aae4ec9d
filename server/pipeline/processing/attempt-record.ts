import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Output } from '../ffmpeg/renditions/outputs.ts';
import type { Result } from '../ffmpeg/process.ts';
import { newId } from '../../platform/ids.ts';
import { unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Playback } from './attempt.ts';
import { type Claim, advance, insertRenditions, writeFinished } from './processing.queries.ts';
import { Refused } from './failures.ts';
import { ownerOf } from './source-owner.ts';

/**
 * The roles that can be played, best first (an MP4 is only made of a video that is too short for HLS). Other outputs
 * are just parts of these (a playlist, a shared sound).
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
 * Puts everything that was made and checked into the store, then records it and sets `complete` in one transaction.
 * False when the source was changed otherwise in the meantime; then no row refers to the files, and the sweep removes
 * them. Throws `Refused` when the source's owner refuses the result.
 */
export async function storeResult(
  app: App,
  work: { claim: Claim; result: Result; folder: string; prefix: string; stored: ReadonlySet<string> },
): Promise<boolean> {
  const { claim, result, folder, prefix, stored } = work;
  const owner = ownerOf(app, claim);
  const complete = await owner.complete(app, claim, result, folder);
  for (const { name } of result.outputs)
    if (!stored.has(name)) await app.storage.put(`${prefix}/${name}`, join(folder, 'out', name));
  return transaction(app.db, async (tx) => {
    if (!(await owner.lock(tx, claim.ownerId))) return false;
    if ((await advance(tx, claim, 'complete')) === null) return false;
    const refusal = await complete(tx);
    if (refusal !== null) throw new Refused(refusal);
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
    await writeFinished(tx, claim.sourceId, {
      type: result.kind,
      length: result.duration,
      width: result.width,
      height: result.height,
      loudness: result.loudness?.integratedLufs ?? null,
      truePeak: result.loudness?.truePeakDbtp ?? null,
      playback: playbackOf(result.outputs, prefix),
      poster: result.poster === null ? null : `${prefix}/${result.poster}`,
      probe: result.probe,
      report: result.report,
      peaks: result.peaks,
    });
    await unmarkForDeletion(tx, [prefix]);
    return true;
  });
}
