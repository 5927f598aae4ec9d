import { FRAME, type Index } from './mp4-index.ts';

/** A song in a run of songs that join without a gap: the run's time begins with its first song. */
export interface Placed {
  index: Index;
  /** Of the run, in samples, so that nothing is rounded however many songs there are. */
  first: number;
  /** The same in seconds: where the song begins and ends. */
  start: number;
  end: number;
}

/** Puts a song behind another one, or at the beginning of a run. Null when it cannot join: a decoder has one rate. */
export function placed(index: Index, before: Placed | null): Placed | null {
  if (before !== null && before.index.rate !== index.rate) return null;
  const first = before === null ? 0 : before.first + before.index.samples;
  return { index, first, start: first / index.rate, end: (first + index.samples) / index.rate };
}

export const framesOf = ({ index }: Placed): number => index.offsets.length - 1;

/** The frame that sounds at a moment of the run; the song's first or last one when it is outside of it. */
export function frameAt(song: Placed, time: number): number {
  const sample = time * song.index.rate - song.first + song.index.priming;
  return Math.min(Math.max(0, Math.floor(sample / FRAME)), framesOf(song) - 1);
}

/** The moment of the run up to which a song sounds when it holds its frames up to this one, which is not in it. */
export function timeOf(song: Placed, frame: number): number {
  const { rate, priming, samples } = song.index;
  const heard = Math.min(Math.max(0, frame * FRAME - priming), samples);
  return (song.first + heard) / rate;
}

/** The frame before which about so many seconds from `frame` on end. */
export const frameAfter = (song: Placed, frame: number, seconds: number): number =>
  Math.min(framesOf(song), frame + Math.max(1, Math.ceil((seconds * song.index.rate) / FRAME)));

/**
 * How the browser cuts a song out of its frames: the window takes what the encoder put around it away.
 *
 * It begins half a sample early, since WebKit drops a whole frame that begins before it, and ends a quarter late.
 */
export const windowOf = ({ index: { rate, priming }, start, end }: Placed) => ({
  offset: start - priming / rate,
  from: Math.max(0, start - 0.5 / rate),
  to: end + 0.25 / rate,
});
