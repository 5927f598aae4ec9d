import { FRAME, type Index } from './mp4-index.ts';

/** A song in a run of songs that join without a gap. Time 0 of the run is the start of its first song. */
export interface PlacedSong {
  index: Index;
  /** Position in the run, in samples, so that rounding errors do not add up. */
  first: number;
  /** Where the song begins and ends in the run, in seconds. */
  start: number;
  end: number;
}

/**
 * Places a song after another one, or at the beginning of a run. Null when it cannot join, because a decoder has one
 * sample rate.
 */
export function placeAfter(index: Index, before: PlacedSong | null): PlacedSong | null {
  if (before !== null && before.index.rate !== index.rate) return null;
  const first = before === null ? 0 : before.first + before.index.samples;
  return { index, first, start: first / index.rate, end: (first + index.samples) / index.rate };
}

export const frameCount = ({ index }: PlacedSong): number => index.offsets.length - 1;

/** The frame that sounds at a time of the run; the song's first or last frame when the time is outside the song. */
export function frameAt(song: PlacedSong, time: number): number {
  const sample = time * song.index.rate - song.first + song.index.priming;
  return Math.min(Math.max(0, Math.floor(sample / FRAME)), frameCount(song) - 1);
}

/** The time of the run up to which a song sounds when it has its frames up to but excluding this one. */
export function timeAtFrame(song: PlacedSong, frame: number): number {
  const { rate, priming, samples } = song.index;
  const heard = Math.min(Math.max(0, frame * FRAME - priming), samples);
  return (song.first + heard) / rate;
}

/** The end (exclusive) of a range of frames that starts at `frame` and lasts about so many seconds. */
export const frameAfter = (song: PlacedSong, frame: number, seconds: number): number =>
  Math.min(frameCount(song), frame + Math.max(1, Math.ceil((seconds * song.index.rate) / FRAME)));

/**
 * The offset and the append window with which the browser cuts a song out of its frames, without the encoder's padding.
 *
 * The window begins half a sample early, because WebKit drops a whole frame that begins before it, and ends a quarter
 * of a sample late.
 */
export const appendWindow = ({ index: { rate, priming }, start, end }: PlacedSong) => ({
  offset: start - priming / rate,
  from: Math.max(0, start - 0.5 / rate),
  to: end + 0.25 / rate,
});
