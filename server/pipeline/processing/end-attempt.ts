import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { JobLost, type JobRun } from '../../platform/jobs/job.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import { OUTPUT_BROKEN_MESSAGE, RETRIES_EXHAUSTED_MESSAGE, Refused, failureSignature } from './failures.ts';
import { type Lane, TooLongForLane, jobOf, moveToLongLane } from './lanes.ts';
import { type Claim, advance, fail, requeueUnlessRepeated } from './processing.queries.ts';
import { Lost } from './progress-writer.ts';
import { removeLeftovers } from './remove-leftovers.ts';

interface Ending {
  cause: unknown;
  run: JobRun;
  lane: Lane;
}

/** Ends an attempt that did not complete its source. Throws when the queue must retry it. */
export async function endAttempt(app: App, source: Claim, { cause, run, lane }: Ending): Promise<void> {
  if (run.signal.aborted && !(run.signal.reason instanceof JobLost)) await requeue(app, source, lane);
  // The job has expired, or another worker has it (`JobLost`). The queue retries it automatically, up to its limit.
  else if (run.signal.aborted) throw run.signal.reason;
  else if (cause instanceof Lost) run.log.info(workOf(source), cause.message);
  else if (cause instanceof TooLongForLane) await moveToLongLane(app, source, cause, run.log);
  else await retryOrFail(app, source, cause, run);
}

const workOf = ({ sourceId, attempt }: Claim) => ({ sourceId, attempt });

/**
 * Called when the worker stops: enqueues a new job in place of this one, so that a stop never counts as a failed try.
 */
async function requeue(app: App, source: Claim, lane: Lane): Promise<void> {
  const work = workOf(source);
  await transaction(app.db, async (tx) => {
    if ((await advance(tx, work, 'requeue')) !== null) await app.queue.enqueue(tx, jobOf[lane], work);
  });
}

/** Requeues a failed attempt and throws its error, or fails the file with a message to its owner. */
async function retryOrFail(app: App, source: Claim, error: unknown, run: JobRun): Promise<void> {
  const work = workOf(source);
  const isFileFault = error instanceof Refused || (error instanceof ProcessingError && !error.isRetryable);
  const signature = failureSignature(error);
  let repeated = false;
  if (!isFileFault) {
    repeated = await transaction(app.db, (tx) => requeueUnlessRepeated(tx, work, signature)).catch((err: unknown) => {
      // This error is only logged, because the next try can start from any status, and the original error is the one to
      // throw.
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
