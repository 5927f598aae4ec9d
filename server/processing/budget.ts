import type { Limits } from '@scoville/contract/plans.ts';
import { recordingTooLong, videoTooLong } from '@scoville/contract/processing.ts';
import { weightOf, workOf } from '../ffmpeg/checks/cost.ts';
import { MediaError } from '../ffmpeg/media-error.ts';
import type { Probe } from '../ffmpeg/inspect/probe.ts';
import type { Budget } from '../ffmpeg/checks/cost.ts';

/** Work (seconds, see `workOf`) up to which a file goes through the lane for short work. */
export const SHORT_WORK = 60;

/** The lowest bitrate of sound (bytes a second): bounds the duration of a file that does not state it. */
const MIN_BYTES_PER_SECOND = 4000;
/** Times that the work of a budget may take in processor time, since machines and files differ, and to begin with. */
const CPU_FACTOR = 10;
const CPU_BASE = 600;

/** What a plan lets the work on a file come to: pure. */
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
 * The budget of a file, before any work on it begins. Throws MediaError `too-long` with the plan's limit when the file
 * itself says that it is longer; one that says less is stopped where the limit is.
 */
export function checkedBudget(limits: Limits, probe: Probe): Budget {
  const budget = budgetOf(limits, probe);
  // An MP3 does not state it: its duration is estimated from its first frames, and often far too long.
  const reported = probe.demuxer === 'mp3' ? null : probe.duration;
  if (reported !== null && reported > budget.seconds + 1)
    throw new MediaError('too-long', `${reported} s of ${budget.seconds}`, { sentence: budget.tooLong });
  return budget;
}

/** Whether a file of so many bytes fits the lane for short work, as far as it claims: pure. */
export const fitsShortLane = (probe: Probe, bytes: number): boolean =>
  workOf(probe, probe.duration ?? bytes / MIN_BYTES_PER_SECOND) <= SHORT_WORK;
