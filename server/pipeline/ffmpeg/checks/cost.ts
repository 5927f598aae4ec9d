import { ProcessingError } from '../processing-error.ts';
import type { PictureStream, Probe } from '../inspect/probe.ts';

/** Limits of the work on a file. */
export interface Budget {
  /** The longest recording (seconds). */
  seconds: number;
  /** The message to the musician whose recording is longer. */
  tooLong?: string;
  /** Processor time of any one command (seconds). */
  cpuSeconds: number;
}

const FULL_PICTURE = 1920 * 1080 * 30;
/** Slower pictures are converted to this rate, too (frames a second). */
const MIN_FRAME_RATE = 10;

/** The work of a picture, relative to one of 1920 by 1080 pixels at 30 frames a second. */
export const weightOf = ({ width, height, frameRate }: Pick<PictureStream, 'width' | 'height' | 'frameRate'>): number =>
  (width * height * Math.max(MIN_FRAME_RATE, frameRate)) / FULL_PICTURE;

/**
 * Estimates the seconds that a recording of `seconds` takes to process on two idle processors of today: a second of
 * full picture takes about one, forty seconds of sound as well, and every file takes some time to begin with.
 */
export function workOf({ picture }: Pick<Probe, 'picture'>, seconds: number): number {
  return 2 + seconds / 40 + (picture === null ? 0 : 2 + seconds * weightOf(picture));
}

/** Throws ProcessingError `too-long` when more seconds were decoded than the budget allows. */
export function checkLength({ seconds: most, tooLong }: Budget, seconds: number): void {
  if (seconds > most)
    throw new ProcessingError('too-long', `over ${most} s`, tooLong === undefined ? {} : { sentence: tooLong });
}
