import type { Limits } from '@scoville/contract/accounts/plans.ts';
import { recordingTooLong, videoTooLong } from '@scoville/contract/pipeline/processing.ts';
import { weightOf, workOf } from '../ffmpeg/checks/cost.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import type { Probe } from '../ffmpeg/inspect/probe.ts';
import type { Budget } from '../ffmpeg/checks/cost.ts';
import { type Lane, TooLongForLane } from './lanes.ts';

/** Work (seconds, see `workOf`) up to which a file goes through the lane for short work. */
export const SHORT_WORK = 60;

/** The lowest bitrate of sound (bytes per second). It bounds the duration of a file that does not state it. */
const MIN_BYTES_PER_SECOND = 4000;
/** A budget's processor time is CPU_FACTOR times its work, since machines and files differ, plus CPU_BASE seconds. */
const CPU_FACTOR = 10;
const CPU_BASE = 600;

/** The work that a plan allows on a file, and the message for a file that exceeds it. Pure. */
export function budgetOf({ maxMinutes, maxVideoMinutes }: Limits, probe: Probe): Budget & { tooLong: string } {
  const longest = maxMinutes * 60;
  const { picture } = probe;
  const seen = picture === null ? Infinity : (maxVideoMinutes * 60) / weightOf(picture);
  const seconds = Math.min(longest, seen);
  const cpuSeconds = Math.min(8 * 3600, Math.ceil(CPU_BASE + CPU_FACTOR * workOf(probe, seconds)));
  const tooLong =
    picture === null || seen >= longest
      ? recordingTooLong(maxMinutes)
      : videoTooLong(seen, picture.width, picture.height, picture.frameRate);
  return { seconds, cpuSeconds, tooLong };
}

/**
 * The budget of a file, before any work on it begins. Throws ProcessingError `too-long` with the plan's limit when the file
 * claims to be longer. A file that claims less than it has is stopped at the limit.
 */
export function checkedBudget(limits: Limits, probe: Probe): Budget {
  const budget = budgetOf(limits, probe);
  // An MP3 doesn't state its duration: it is estimated from the first frames, and is often far too long.
  const reported = probe.demuxer === 'mp3' ? null : probe.duration;
  if (reported !== null && reported > budget.seconds + 1)
    throw new ProcessingError('too-long', `${reported} s of ${budget.seconds}`, { sentence: budget.tooLong });
  return budget;
}

/** Whether a file of this many bytes fits the lane for short work, judged by its own claims. Pure. */
export const fitsShortLane = (probe: Probe, bytes: number): boolean =>
  workOf(probe, probe.duration ?? bytes / MIN_BYTES_PER_SECOND) <= SHORT_WORK;

/**
 * Judges a file of this many bytes before any work on it, by its claims: within the limits of its account's plan, and
 * fit for the lane. Throws ProcessingError `too-long`, and TooLongForLane.
 */
export const judgeFor =
  (limits: Limits, lane: Lane, bytes: number) =>
  (probe: Probe): Budget => {
    const budget = checkedBudget(limits, probe);
    if (lane === 'short' && !fitsShortLane(probe, bytes)) throw new TooLongForLane('by what it says of itself');
    return budget;
  };
