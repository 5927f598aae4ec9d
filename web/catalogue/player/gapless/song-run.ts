import { type SongBuffer, createSongBuffer } from './song-buffer.ts';
import type { SongFile } from './song-file.ts';
import { type PlacedSong, frameAfter, frameAt, frameCount, placeAfter, timeAtFrame, appendWindow } from './timeline.ts';

/** Seconds that are fetched ahead of the current position. */
const AHEAD = 30;
/** Seconds that are kept behind the position, for a seek back. Memory is released when three times as many are held. */
const BEHIND = 10;
/** Seconds per request: few before anything sounds, more after that. */
const FIRST_PART = 2;
const PART = 10;
/** Seconds by which a browser may miss the exact end of a song. */
const EXACT = 0.001;

interface Song extends PlacedSong {
  file: SongFile;
}

/** Frames of a song from `from` up to but excluding `to`. */
interface Part {
  song: Song;
  from: number;
  to: number;
}

/**
 * A song, the one that follows without a gap, and the part of both that the source's buffer holds. All times are in
 * seconds.
 */
export interface SongRun {
  current: () => Song;
  next: () => Song | null;
  /** Opens the buffer, once the source is open. */
  open: () => void;
  isOpen: () => boolean;
  /** Whether the whole current song is in the buffer, or was. */
  isWhole: () => boolean;
  /** Whether the next part belongs to the next song. */
  isInNext: () => boolean;
  /** Whether a time is neither in the buffered range nor adjacent to it. */
  isOutside: (time: number) => boolean;
  /** Where the buffered sound ends. */
  heldTo: () => number;
  /** Whether the browser cut the song's end exactly. */
  isExact: () => boolean;
  /** Whether a part should be appended when this time is playing. */
  needsPart: (time: number) => boolean;
  /** The next part to append to the buffer. */
  part: () => Part;
  append: (part: Part, data: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Removes sound that was played long before `time`; returns false when there is too little to remove. */
  evict: (time: number) => Promise<boolean>;
  /** Drops everything buffered and continues from this time. */
  restartAt: (time: number) => Promise<void>;
  /** Appends a song after the current one, if it can join. */
  follow: (file: SongFile) => void;
  forgetNext: () => Promise<void>;
  /** Ends the source at the end of the current song. */
  end: () => void;
  /** Makes the next song the current one. */
  cross: () => void;
}

/** @param at the second of the first song at which playback starts */
export function createSongRun(source: MediaSource, file: SongFile, at: number): SongRun {
  let current = put(file, null) as Song;
  let next: Song | null = null;
  let buffer: SongBuffer | null = null;
  /** The next frame to append, and the range of buffered sound. */
  let cursor = { song: current, frame: 0 };
  let held = { from: at, to: at };

  const opened = (): SongBuffer => {
    if (buffer === null) throw new Error('There is no buffer.');
    return buffer;
  };
  /** Starts one frame early, because the decoder needs that frame to decode the next one correctly. */
  const seekCursor = (time: number) => {
    cursor = { song: current, frame: Math.max(0, frameAt(current, time) - 1) };
  };

  const forgetNext = async () => {
    if (next === null || source.readyState === 'closed') return;
    if (cursor.song === next) {
      // Remove from the start of the next song's window, which is slightly before the end of the current song.
      await opened().remove(appendWindow(next).from, Infinity);
      cursor = { song: current, frame: frameCount(current) };
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
      // Sets the duration first, because a seek would otherwise be moved back into the buffered range.
      source.duration = current.end;
      seekCursor(at);
    },
    isOpen: () => buffer !== null,
    isWhole: () => cursor.song === next || cursor.frame >= frameCount(current),
    isInNext: () => next !== null && cursor.song === next,
    isOutside: (time) => time < held.from - 0.05 || time > held.to + 0.05,
    heldTo: () => held.to,
    isExact: () => Math.abs(opened().end() - current.end) < EXACT,
    needsPart: (time) => held.to < time + AHEAD && cursor.frame < frameCount(cursor.song),
    part: () => {
      const { song, frame } = cursor;
      return { song, from: frame, to: frameAfter(song, frame, held.to > held.from ? PART : FIRST_PART) };
    },
    append: async ({ song, from, to }, data) => {
      await opened().append(song, { from, to }, data, Math.max(current.end, next?.end ?? 0));
      cursor = { song, frame: to };
      held.to = Math.max(held.from, timeAtFrame(song, to));
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
  const place = placeAfter(file.index, before);
  return place && { ...place, file };
}
