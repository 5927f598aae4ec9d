import { rm } from 'node:fs/promises';
import type { App } from '../../platform/app-context.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { Attempt } from './attempt.ts';
import { endAttempt } from './end-attempt.ts';
import type { Lane } from './lanes.ts';
import { processSource } from './process-source.ts';
import { claim } from './processing.queries.ts';
import { openWorkFolder } from './work-folder.ts';

/**
 * Takes a source from `queued` to `complete`. It may run twice: each run starts from the original and writes under its
 * own prefix, and only one can set `complete`. A fault of the file itself ends in `failed` immediately, with a message;
 * a failure on our side is retried.
 */
export function transcode(app: App, work: Attempt, run: JobRun): Promise<void> {
  return attempt(app, work, run, 'short');
}

/** The same for a file with too much work for the lane for short work. */
export function transcodeLong(app: App, work: Attempt, run: JobRun): Promise<void> {
  return attempt(app, work, run, 'long');
}

async function attempt(app: App, work: Attempt, run: JobRun, lane: Lane): Promise<void> {
  const source = await claim(app.db, work);
  if (source === null) return;
  const folder = await openWorkFolder(app.env);
  const stop = new AbortController();
  try {
    await processSource(app, source, { folder, run, stop, lane });
  } catch (error) {
    // The reason why the engine was stopped is the cause; the engine itself only reports that it was stopped.
    await endAttempt(app, source, { cause: stop.signal.aborted ? stop.signal.reason : error, run, lane });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
