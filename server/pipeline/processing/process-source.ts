import type { App } from '../../platform/app-context.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';
import { processFile } from '../ffmpeg/process.ts';
import { NICENESS } from '../ffmpeg/run/niceness.ts';
import { type Tools, findTools } from '../ffmpeg/run/tools.ts';
import { openAttemptRecord } from './attempt-record.ts';
import { judgeFor } from './budget.ts';
import { publisherOfEarlyVideo } from './early-video.ts';
import { type Lane, startTimeLimit } from './lanes.ts';
import type { Claim } from './processing.queries.ts';
import { ProgressWriter } from './progress-writer.ts';
import { removeLeftovers } from './remove-leftovers.ts';

interface RunOptions {
  /** Belongs to this run only. */
  folder: string;
  run: JobRun;
  /** Ends the work, for the reason with which it is aborted. */
  stop: AbortController;
  lane: Lane;
}

/**
 * Processes a claimed source and sets `complete`: the engine converts the original, and reports its tags, progress and
 * first rendition, which are recorded as they come. Throws what ends the attempt.
 */
export async function processSource(app: App, source: Claim, options: RunOptions): Promise<void> {
  const { folder, run, stop, lane } = options;
  const { sourceId } = source;
  const tools = await toolsOf(app);
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const progress = new ProgressWriter(app.db, source, (reason) => stop.abort(reason));
  const record = await openAttemptRecord(app, source, folder);
  const begun = performance.now();
  const result = await app.storage.withLocal(
    source.storageKey,
    (input) => {
      const clock = startTimeLimit(lane, app.env, stop);
      return processFile({
        tools,
        input,
        workDir: folder,
        signal,
        threads: app.env.FFMPEG_THREADS,
        niceness: lane === 'long' ? NICENESS.longWork : 0,
        judge: judgeFor(planNamed(app.env, source.plan).limits, lane, source.bytes),
        onStage: progress.note,
        onTags: record.noteTags,
        onGrowing: publisherOfEarlyVideo(app, { source, folder, signal, log: run.log }),
        onPlayable: record.storePlayable,
      }).finally(() => clearTimeout(clock));
    },
    signal,
  );
  app.metrics.record('scoville.transcode.duration', (performance.now() - begun) / 1000, {
    'media.type': result.kind,
    'transcode.lane': lane,
  });
  await progress.idle();
  if (result.tagsProblem !== null) run.log.info({ sourceId, problem: result.tagsProblem }, 'its tags are broken');
  const kept = await record.storeResult(result);
  if (kept) await removeLeftovers(app, source, run);
  run.log.info({ sourceId, kept, seconds: result.duration }, 'a source is complete');
}

const found = new WeakMap<App, Promise<Tools>>();

/** Looked up once per worker; again when the lookup failed. */
function toolsOf(app: App): Promise<Tools> {
  const known = found.get(app);
  if (known !== undefined) return known;
  const looking = findTools({ ffmpeg: app.env.FFMPEG_PATH, ffprobe: app.env.FFPROBE_PATH });
  found.set(app, looking);
  looking.catch(() => found.delete(app));
  return looking;
}
