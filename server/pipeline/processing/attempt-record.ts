import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Output, Playable } from '../ffmpeg/renditions/outputs.ts';
import type { Tags } from '../ffmpeg/inspect/tags.ts';
import type { Result } from '../ffmpeg/process.ts';
import { newId } from '../../platform/ids.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Playback } from './attempt.ts';
import { type Claim, advance, insertRenditions, setPlayable, writeFinished } from './processing.queries.ts';
import { Refused } from './failures.ts';
import { ownerOf, renditionsPrefix } from './source-owner.ts';

/** Stores the renditions of one attempt, and records them and the tags in the rows of the source and its owner. */
export interface AttemptRecord {
  noteTags: (tags: Tags) => Promise<void>;
  /** Stores the first rendition, and records that the source can be played. */
  storePlayable: (playable: Playable) => Promise<void>;
  /**
   * Puts everything that was made and checked into the store, then records it and sets `complete` in one transaction.
   * False when the source was changed otherwise in the meantime; then no row refers to the files, and the sweep removes
   * them. Throws `Refused` when the source's owner refuses the result.
   */
  storeResult: (result: Result) => Promise<boolean>;
}

/**
 * Opens the record of an attempt, with a prefix in the store for its renditions only.
 * @param folder the working folder, in which `out` has the files
 */
export async function openAttemptRecord(app: App, claim: Claim, folder: string): Promise<AttemptRecord> {
  const owner = ownerOf(app, claim);
  const prefix = `${renditionsPrefix({ ...claim, id: claim.sourceId })}/${newId()}`;
  await markForDeletion(app.db, [prefix]);
  const stored = new Set<string>();
  return {
    noteTags: (tags) => owner.tagged(app.db, claim, tags),

    storePlayable: async (playable) => {
      // Stores copies, because the engine opens its own files again before it finishes.
      for (const { name } of playable.outputs) {
        const copy = join(folder, newId());
        await copyFile(join(folder, 'out', name), copy);
        await app.storage.put(`${prefix}/${name}`, copy);
        stored.add(name);
      }
      const playback = playbackOf(playable.outputs, prefix);
      await transaction(app.db, async (tx) => {
        if (!(await owner.lock(tx, claim.ownerId))) return;
        if (await setPlayable(tx, claim, { ...playable, playback })) await owner.playable(tx, claim, playable.kind);
      });
    },

    storeResult: async (result) => {
      const rows = rowsOf(result.outputs, prefix);
      const complete = await owner.complete(app, claim, result, folder);
      for (const { name } of result.outputs)
        if (!stored.has(name)) await app.storage.put(`${prefix}/${name}`, join(folder, 'out', name));
      return transaction(app.db, async (tx) => {
        if (!(await owner.lock(tx, claim.ownerId))) return false;
        if ((await advance(tx, claim, 'complete')) === null) return false;
        const refusal = await complete(tx);
        if (refusal !== null) throw new Refused(refusal);
        await insertRenditions(tx, claim.sourceId, rows);
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
    },
  };
}

const rowsOf = (outputs: readonly Output[], prefix: string) =>
  outputs.map(({ name, codecs, ...output }) => ({
    ...output,
    id: newId(),
    storageKey: `${prefix}/${name}`,
    codecs: codecs ?? '',
  }));

/**
 * The roles that can be played, best first (an MP4 is only made of a video that is too short for HLS). Other outputs
 * are just parts of these (a playlist, a shared sound).
 */
const PLAYED: Output['role'][] = ['mp4', 'hls-master', 'aac', 'opus'];

function playbackOf(outputs: readonly Output[], prefix: string): Playback[] {
  return PLAYED.flatMap((role) => outputs.filter((output) => output.role === role)).map((output) => ({
    key: `${prefix}/${output.name}`,
    type: output.mime,
    codecs: output.codecs ?? '',
    bitrate: output.bitrate,
    width: output.width,
    height: output.height,
  }));
}
