import { type SongBuffer, createSongBuffer } from './song-buffer.ts';
import type { SongFile } from './song-file.ts';
import { type Placed, frameAfter, frameAt, framesOf, placed, timeOf, windowOf } from './timeline.ts';

/** Seconds that are fetched ahead of what sounds. */
const AHEAD = 30;
/** Seconds that are kept behind it, for a step back; memory is given back when there are some more. */
const BEHIND = 10;
/** Seconds of a request: little before anything sounds, then more at once. */
const FIRST_PART = 2;
const PART = 10;
/** What a browser may be wrong by in cutting a song's end (seconds). */
const EXACT = 0.001;

interface Song extends Placed {
  file: SongFile;
}

/** Frames of a song from `from` to `to`, which is not in it. */
interface Part {
  song: Song;
  from: number;
  to: number;
}

/** A song, the one that follows it without a gap, and what the source's buffer holds of both. All times are in seconds. */
export interface SongRun {
  current: () => Song;
  next: () => Song | null;
  /** Opens the buffer, once the source is open. */
  open: () => void;
  isOpen: () => boolean;
  /** Whether all of the current song is in the buffer, or was. */
  isWhole: () => boolean;
  /** Whether the next part is one of the next song. */
  isInNext: () => boolean;
  /** Whether a time is neither held nor just beside what is held. */
  isOutside: (time: number) => boolean;
  /** Where the sound ends that is held. */
  heldTo: () => number;
  /** Did the browser cut the song's end where it is? */
  isExact: () => boolean;
  /** Whether a part should be appended while this time sounds. */
  needsPart: (time: number) => boolean;
  /** The part that comes next into the buffer. */
  part: () => Part;
  append: (part: Part, data: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Gives memory back; false when there is not enough to give. */
  evict: (time: number) => Promise<boolean>;
  /** Forgets what is held, and goes on from a moment. */
  restartAt: (time: number) => Promise<void>;
  /** Puts a song behind the current one, if it can join. */
  follow: (file: SongFile) => void;
  forgetNext: () => Promise<void>;
  /** Ends the source where the current song ends. */
  end: () => void;
  /** Makes the next song the current one. */
  cross: () => void;
}

/** @param at the second of the first song that is wanted first */
export function createSongRun(source: MediaSource, file: SongFile, at: number): SongRun {
  let current = put(file, null) as Song;
  let next: Song | null = null;
  let buffer: SongBuffer | null = null;
  /** What comes next into the buffer, and from where to where it holds sound. */
  let cursor = { song: current, frame: 0 };
  let held = { from: at, to: at };

  const opened = (): SongBuffer => {
    if (buffer === null) throw new Error('There is no buffer.');
    return buffer;
  };
  /** One frame earlier, which the decoder needs to sound right in the next. */
  const seekCursor = (time: number) => {
    cursor = { song: current, frame: Math.max(0, frameAt(current, time) - 1) };
  };

  const forgetNext = async () => {
    if (next === null || source.readyState === 'closed') return;
    if (cursor.song === next) {
      // From where its window began, which is a little before the other's end.
      await opened().remove(windowOf(next).from, Infinity);
      cursor = { song: current, frame: framesOf(current) };
      held.to = Math.min(held.to, current.end);
      opened().reset();
    }
    next = null;
    if (source.readyState === 'open') source.duration = current.end;
  };

  return {
    current: () => current,
    next: () => next,
    open: () => {
      buffer = createSongBuffer(source);
      // Else what is sought is brought back to what is held.
      source.duration = current.end;
      seekCursor(at);
    },
    isOpen: () => buffer !== null,
    isWhole: () => cursor.song === next || cursor.frame >= framesOf(current),
    isInNext: () => next !== null && cursor.song === next,
    isOutside: (time) => time < held.from - 0.05 || time > held.to + 0.05,
    heldTo: () => held.to,
    isExact: () => Math.abs(opened().end() - current.end) < EXACT,
    needsPart: (time) => held.to < time + AHEAD && cursor.frame < framesOf(cursor.song),
    part: () => {
      const { song, frame } = cursor;
      return { song, from: frame, to: frameAfter(song, frame, held.to > held.from ? PART : FIRST_PART) };
    },
    append: async ({ song, from, to }, data) => {
      await opened().append(song, { from, to }, data, Math.max(current.end, next?.end ?? 0));
      cursor = { song, frame: to };
      held.to = Math.max(held.from, timeOf(song, to));
    },
    evict: async (time) => {
      if (time - held.from <= 3 * BEHIND) return false;
      held.from = time - BEHIND;
      await opened().remove(0, held.from);
      return true;
    },
    restartAt: async (time) => {
      if (held.to > held.from) await opened().remove(0, Infinity);
      seekCursor(time);
      held = { from: time, to: time };
      opened().reset();
      if (next !== null) await forgetNext();
    },
    follow: (following) => {
      next = put(following, current);
      if (next !== null) cursor = { song: next, frame: 0 };
    },
    forgetNext,
    end: () => {
      if (source.readyState === 'open') source.endOfStream();
    },
    cross: () => {
      if (next === null) return;
      current = next;
      next = null;
    },
  };
}

function put(file: SongFile, before: Song | null): Song | null {
  const place = placed(file.index, before);
  return place && { ...place, file };
}
