import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { MediaError } from '../ffmpeg/media-error.ts';
import { processFile } from '../ffmpeg/process.ts';
import { type Tools, findTools } from '../ffmpeg/tools.ts';
import { YIELDS } from '../ffmpeg/yielding.ts';
import { newId } from '../ids.ts';
import { JobGone, type JobRun } from '../jobs/job.ts';
import { planOf } from '../users/users.present.ts';
import { markForDeletion } from './pending-deletions.ts';
import { isShortWork, judgeLength } from './budget.ts';
import { type Lane, MoreWork, handOver, jobOf, watchTime } from './lanes.ts';
import { keepResult, playbackOf } from './keep-result.ts';
import {
  type Attempt,
  type Claim,
  advance,
  claim,
  fail,
  requeueUnlessTwice,
  setPlayable,
  suggest,
} from './processing.queries.ts';
import { Lost, ProgressWriter } from './progress-writer.ts';
import { GIVEN_UP, NO_COPY, wayOf } from './failures.ts';
import { removeDue } from './sweep.ts';
import { openWorkFolder } from './work-folder.ts';

/**
 * The story of a file, from its arrival to `complete`. It may be told twice: each telling begins from the original,
 * writes under a prefix of its own, and only one can say `complete`. What is wrong with the file itself ends at once in
 * `failed`, with a sentence; what is wrong with us is tried again.
 */
export function transcode(app: App, work: Attempt, run: JobRun): Promise<void> {
  return story(app, work, run, 'short');
}

/** The same of a file that is more work than the lane for short work takes. */
export function transcodeLong(app: App, work: Attempt, run: JobRun): Promise<void> {
  return story(app, work, run, 'long');
}

async function story(app: App, work: Attempt, run: JobRun, lane: Lane): Promise<void> {
  const file = await claim(app.db, work);
  if (file === null) return;
  const folder = await openWorkFolder(app.env);
  const stop = new AbortController();
  try {
    await tell(app, file, folder, run, stop, lane);
  } catch (error) {
    // What stopped the engine is the cause; the engine itself only says that it was stopped.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (run.signal.aborted && !(run.signal.reason instanceof JobGone)) await giveBack(app, work, lane);
    // The queue tries again by itself, so many times and no more.
    else if (run.signal.aborted) throw run.signal.reason;
    else if (cause instanceof Lost) run.log.info({ ...work }, cause.message);
    else if (cause instanceof MoreWork) await handOver(app, file, cause, run.log);
    else await end(app, work, cause, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tell(
  app: App,
  file: Claim,
  folder: string,
  run: JobRun,
  stop: AbortController,
  lane: Lane,
): Promise<void> {
  const { mediaId } = file;
  const progress = new ProgressWriter(app.db, file, (reason) => stop.abort(reason));
  const input = app.storage.path(file.storageKey);
  const prefix = `media/${mediaId}/${file.sourceId}/${newId()}`;
  const stored = new Set<string>();
  await markForDeletion(app.db, [prefix]);
  const clock = watchTime(lane, app.env, stop);
  const result = await processFile({
    tools: await tools(app),
    input,
    workDir: folder,
    signal: AbortSignal.any([run.signal, stop.signal]),
    threads: app.env.FFMPEG_THREADS,
    niceness: lane === 'long' ? YIELDS.longWork : 0,
    judge: (probe) => {
      const budget = judgeLength(planOf(app.env, file.plan).limits, probe);
      if (lane === 'short' && !isShortWork(probe, file.bytes)) throw new MoreWork('by what it says of itself');
      return budget;
    },
    onStage: (stage, percent) => progress.note(stage, percent),
    onTags: (tags) => suggest(app.db, mediaId, file.titleGuess, tags),
    onPlayable: async (playable) => {
      // Copies: the engine opens its own again before it calls anything done.
      for (const { name } of playable.outputs) {
        const copy = join(folder, newId());
        await copyFile(join(folder, 'out', name), copy);
        await app.storage.put(`${prefix}/${name}`, copy);
        stored.add(name);
      }
      await setPlayable(app.db, file, { ...playable, playback: playbackOf(playable.outputs, prefix) });
    },
  }).finally(() => clearTimeout(clock));
  await progress.idle();
  if (result.tagsProblem !== null) run.log.info({ mediaId, problem: result.tagsProblem }, 'its tags are broken');
  const kept = await keepResult(app, { claim: file, result, folder, prefix, stored, log: run.log });
  run.log.info({ mediaId, kept, seconds: result.duration }, 'a media is complete');
}

/** What becomes of a file whose story broke off. */
async function end(app: App, work: Attempt, error: unknown, run: JobRun): Promise<void> {
  const isTheFile = error instanceof MediaError && !error.mayPassLater;
  const way = wayOf(error);
  let twice = false;
  if (!isTheFile) {
    twice = await transaction(app.db, (tx) => requeueUnlessTwice(tx, work, way)).catch((err: unknown) => {
      // The next try begins from wherever this one ended, so that its cause is what counts.
      run.log.warn({ err, ...work }, 'a file could not be put back');
      return false;
    });
    if (!twice && !run.isLast) throw error;
  }
  const errorId = newId();
  run.log.warn(
    { err: error, detail: error instanceof MediaError ? error.detail : undefined, ...work, errorId },
    'a file failed',
  );
  const message = isTheFile ? error.message : twice ? NO_COPY : GIVEN_UP;
  await transaction(app.db, (tx) => fail(tx, work, { id: errorId, message }));
  await removeDue(app);
}

/** The worker stops: a new job takes this one's place, so that a stop never counts as a failed try. */
async function giveBack(app: App, work: Attempt, lane: Lane): Promise<void> {
  await transaction(app.db, async (tx) => {
    if ((await advance(tx, work, 'requeue')) !== null) await app.queue.enqueue(tx, jobOf[lane], work);
  });
}

let found: Promise<Tools> | null = null;

/** Looked up once in the life of a worker; again when the look-up failed. */
function tools(app: App): Promise<Tools> {
  found ??= findTools({ ffmpeg: app.env.FFMPEG_PATH, ffprobe: app.env.FFPROBE_PATH }).catch((error: unknown) => {
    found = null;
    throw error;
  });
  return found;
}
