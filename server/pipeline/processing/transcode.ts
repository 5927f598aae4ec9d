import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import type { Playable } from '../ffmpeg/renditions/outputs.ts';
import { type Result, processFile } from '../ffmpeg/process.ts';
import { type Tools, findTools } from '../ffmpeg/run/tools.ts';
import { NICENESS } from '../ffmpeg/run/niceness.ts';
import { newId } from '../../platform/ids.ts';
import { JobLost, type JobRun } from '../../platform/jobs/job.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { removeDue } from '../../platform/storage/remove-due.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';
import { fitsShortLane, checkedBudget } from './budget.ts';
import { publishEarlyVideo } from './early-video.ts';
import { releasedOriginals } from './failed-files.ts';
import { OUTPUT_BROKEN_MESSAGE, RETRIES_EXHAUSTED_MESSAGE, Refused, failureSignature } from './failures.ts';
import { storeResult, playbackOf } from './store-result.ts';
import { type Lane, TooLongForLane, moveToLongLane, jobOf, startTimeLimit } from './lanes.ts';
import type { Attempt } from './attempt.ts';
import { type Claim, advance, claim, fail, requeueUnlessRepeated, setPlayable } from './processing.queries.ts';
import { Lost, ProgressWriter } from './progress-writer.ts';
import { ownerOf, renditionsPrefix } from './source-owner.ts';
import { openWorkFolder } from './work-folder.ts';

/**
 * Takes a source from `queued` to `complete`. It may run twice: each run starts from the original and writes under its
 * own prefix, and only one can set `complete`. A fault of the file itself ends in `failed` immediately, with a message;
 * a failure on our side is retried.
 */
export function transcode(app: App, work: Attempt, run: JobRun): Promise<void> {
  return handle(app, work, run, 'short');
}

/** The same for a file with too much work for the lane for short work. */
export function transcodeLong(app: App, work: Attempt, run: JobRun): Promise<void> {
  return handle(app, work, run, 'long');
}

async function handle(app: App, work: Attempt, run: JobRun, lane: Lane): Promise<void> {
  const source = await claim(app.db, work);
  if (source === null) return;
  const folder = await openWorkFolder(app.env);
  const stop = new AbortController();
  try {
    await complete(app, source, { folder, run, stop, lane });
  } catch (error) {
    // The reason why the engine was stopped is the cause; the engine itself only reports that it was stopped.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (run.signal.aborted && !(run.signal.reason instanceof JobLost)) await requeue(app, work, lane);
    // The queue retries automatically, up to its limit.
    else if (run.signal.aborted) throw run.signal.reason;
    else if (cause instanceof Lost) run.log.info({ ...work }, cause.message);
    else if (cause instanceof TooLongForLane) await moveToLongLane(app, source, cause, run.log);
    else await endAttempt(app, source, cause, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RunOptions {
  folder: string;
  run: JobRun;
  stop: AbortController;
  lane: Lane;
}

async function complete(app: App, source: Claim, { folder, run, stop, lane }: RunOptions): Promise<void> {
  const { sourceId } = source;
  const progress = new ProgressWriter(app.db, source, (reason) => stop.abort(reason));
  const prefix = `${renditionsPrefix({ ...source, id: sourceId })}/${newId()}`;
  const stored = new Set<string>();
  await markForDeletion(app.db, [prefix]);
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const engine = await tools(app);
  const convert = (input: string): Promise<Result> => {
    const clock = startTimeLimit(lane, app.env, stop);
    return processFile({
      tools: engine,
      input,
      workDir: folder,
      signal,
      threads: app.env.FFMPEG_THREADS,
      niceness: lane === 'long' ? NICENESS.longWork : 0,
      judge: (probe) => {
        const budget = checkedBudget(planNamed(app.env, source.plan).limits, probe);
        if (lane === 'short' && !fitsShortLane(probe, source.bytes))
          throw new TooLongForLane('by what it says of itself');
        return budget;
      },
      onStage: (stage, percent) => progress.note(stage, percent),
      onTags: (tags) => ownerOf(app, source).tagged(app.db, source, tags),
      onGrowing: (growing) => publishEarlyVideo(app, { source, growing, folder, signal, log: run.log }),
      onPlayable: async (playable) => {
        // Stores copies, because the engine opens its own files again before it finishes.
        for (const { name } of playable.outputs) {
          const copy = join(folder, newId());
          await copyFile(join(folder, 'out', name), copy);
          await app.storage.put(`${prefix}/${name}`, copy);
          stored.add(name);
        }
        await markPlayable(app, source, playable, prefix);
      },
    }).finally(() => clearTimeout(clock));
  };
  const begun = performance.now();
  const result = await app.storage.withLocal(source.storageKey, convert, signal);
  app.metrics.record('scoville.transcode.duration', (performance.now() - begun) / 1000, {
    'media.type': result.kind,
    'transcode.lane': lane,
  });
  await progress.idle();
  if (result.tagsProblem !== null) run.log.info({ sourceId, problem: result.tagsProblem }, 'its tags are broken');
  const kept = await storeResult(app, { claim: source, result, folder, prefix, stored });
  if (kept) await removeLeftovers(app, source, run);
  run.log.info({ sourceId, kept, seconds: result.duration }, 'a source is complete');
}

async function markPlayable(app: App, source: Claim, playable: Playable, prefix: string): Promise<void> {
  const owner = ownerOf(app, source);
  await transaction(app.db, async (tx) => {
    if (!(await owner.lock(tx, source.ownerId))) return;
    const playback = playbackOf(playable.outputs, prefix);
    if (await setPlayable(tx, source, { ...playable, playback })) await owner.playable(tx, source, playable.kind);
  });
}

/** Ends a failed attempt: requeues it, or fails the file with a message to its owner. */
async function endAttempt(app: App, source: Claim, error: unknown, run: JobRun): Promise<void> {
  const work: Attempt = { sourceId: source.sourceId, attempt: source.attempt };
  const isFileFault = error instanceof Refused || (error instanceof ProcessingError && !error.isRetryable);
  const signature = failureSignature(error);
  let repeated = false;
  if (!isFileFault) {
    repeated = await transaction(app.db, (tx) => requeueUnlessRepeated(tx, work, signature)).catch((err: unknown) => {
      // Only logged, because the next try can start from any status, and the original error is the one to throw.
      run.log.warn({ err, ...work }, 'a file could not be put back');
      return false;
    });
    if (!repeated && !run.isLast) throw error;
  }
  const errorId = newId();
  run.log.warn(
    { err: error, detail: error instanceof ProcessingError ? error.detail : undefined, ...work, errorId },
    'a file failed',
  );
  const message = isFileFault ? error.message : repeated ? OUTPUT_BROKEN_MESSAGE : RETRIES_EXHAUSTED_MESSAGE;
  await transaction(app.db, (tx) => fail(tx, work, { id: errorId, message }));
  await removeLeftovers(app, source, run);
}

/**
 * Removes the leftovers of all attempts at this source, and the originals that a failure released. Errors are left to
 * the sweep, because the outcome of the file is already recorded and a retry would not change it. So are the due
 * deletions of other sources, because the next file waits for this lane.
 */
async function removeLeftovers(app: App, source: Claim, { log }: JobRun): Promise<void> {
  try {
    const released = await releasedOriginals(app.db, source.userId);
    await removeDue(app, { under: [renditionsPrefix({ ...source, id: source.sourceId }), ...released] });
  } catch (err) {
    log.warn({ err }, 'the sweep is to remove what is left');
  }
}

/**
 * Called when the worker stops: enqueues a new job in place of this one, so that a stop never counts as a failed try.
 */
async function requeue(app: App, work: Attempt, lane: Lane): Promise<void> {
  await transaction(app.db, async (tx) => {
    if ((await advance(tx, work, 'requeue')) !== null) await app.queue.enqueue(tx, jobOf[lane], work);
  });
}

const found = new WeakMap<App, Promise<Tools>>();

/** Looked up once per worker; again when the lookup failed. */
function tools(app: App): Promise<Tools> {
  const known = found.get(app);
  if (known !== undefined) return known;
  const looking = findTools({ ffmpeg: app.env.FFMPEG_PATH, ffprobe: app.env.FFPROBE_PATH });
  found.set(app, looking);
  looking.catch(() => found.delete(app));
  return looking;
}
