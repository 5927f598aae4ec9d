import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import type { Logger } from '../../platform/log.ts';
import { type Claim, advance, countLongWork } from './processing.queries.ts';
import { LONG_WORK_SHARED_BY, transcodeJob, transcodeLongJob } from './processing.jobs.ts';

/**
 * Every file begins in the lane for short work, where songs and clips are completed. A file that claims to be more
 * work, or turns out to be, is moved to the other lane, which yields to the first on the same machine. So a song never
 * waits for another account's film. Films of two accounts share the time of that lane, so that the second account
 * doesn't wait until a film of many hours is done.
 */
export type Lane = 'short' | 'long';

export const jobOf = { short: transcodeJob, long: transcodeLongJob } as const;

/** A file turned out to be too much work for the lane for short work. */
export class TooLongForLane extends Error {}

/** Seconds. An hour less than the queue allows for an attempt. */
const LONGEST_TRY = 22 * 3600;

/**
 * Aborts work that exceeds the time limit of its lane. In the lane for short work this means that the file must be
 * moved, in the other one that it is too much work. The caller clears the timer.
 */
export function startTimeLimit(lane: Lane, env: Env, stop: AbortController): NodeJS.Timeout {
  const seconds =
    lane === 'short' ? env.SHORT_WORK_SECONDS : Math.min(LONG_WORK_SHARED_BY * env.LONG_WORK_SECONDS, LONGEST_TRY);
  const message = `after ${seconds} s`;
  const reason = () => (lane === 'short' ? new TooLongForLane(message) : new ProcessingError('too-much-work', message));
  return setTimeout(() => stop.abort(reason()), seconds * 1000);
}

/**
 * Moves a file into the lane for long work, where the first file of each account goes before the second of any. An
 * account's second file waits for its first, even if the lane has room.
 */
export async function moveToLongLane(app: App, file: Claim, reason: TooLongForLane, log: Logger): Promise<void> {
  const { sourceId, attempt, userId } = file;
  await transaction(app.db, async (tx) => {
    if ((await advance(tx, file, 'requeue')) === null) return;
    const priority = -(await countLongWork(tx, userId));
    await app.queue.enqueue(tx, transcodeLongJob, { sourceId, attempt }, { priority, group: userId });
  });
  log.info({ sourceId, reason: reason.message }, 'a file goes on in the lane for long work');
}
