import type { MediaSummary } from '@scoville/contract/media.ts';
import { fragment } from './mp4-index.ts';
import { FileError, type SongFile } from './song-file.ts';
import { type Placed, frameAfter, frameAt, framesOf, placed, timeOf, windowOf } from './timeline.ts';

export const AAC_MP4 = 'audio/mp4; codecs="mp4a.40.2"';
/** Seconds that are fetched ahead of what sounds. */
const AHEAD = 30;
/** Seconds that are kept behind it, for a step back; memory is given back when there are some more. */
const BEHIND = 10;
/** Seconds of a request: little before anything sounds, then more at once. */
const FIRST_PART = 2;
const PART = 10;
/** With less than this left (seconds), a part that does not come is a failure that somebody hears. */
const SCARCE = 2;
/** What a browser may be wrong by in cutting a song's end (seconds). */
const EXACT = 0.001;

interface Song extends Placed {
  file: SongFile;
}

/** What the source needs to know from the player. */
interface Port {
  /** The song that is to follow this one without a gap as things stand, opened; null when none is, or it cannot join. */
  next: (after: MediaSummary) => Promise<SongFile | null>;
  /** `file`: a part could not be had. `decoder`: the browser cannot play it like this. */
  failed: (why: 'file' | 'decoder') => void;
  /** The self-test: the browser did not cut a song's end exactly. */
  inexact: () => void;
  /** The file that was to follow could not be had: `next` does not name it again. */
  giveUp: (file: SongFile) => void;
}

/** A run of songs in one media source, in which the element plays the first one. */
export interface GaplessSource {
  url: string;
  /** The song that sounds: where it begins in the element's time, and how long it is (seconds). */
  start: () => number;
  duration: () => number;
  /** The id of the song that is put behind it; null while there is none. */
  nextId: () => string | null;
  /** The element has passed into the next song. */
  hasCrossed: () => boolean;
  /** Calls the next song the one that sounds. */
  cross: () => void;
  /** Looks again at what should be there. */
  look: () => void;
  /** The element could not play it. */
  refused: () => void;
  close: () => void;
}

/**
 * Feeds the element with a song and, behind it, the one that follows without a gap: frames are cut out of the songs'
 * files here, and the windows of the source buffer cut the samples that belong to no song.
 */
export function createGaplessSource(element: HTMLMediaElement, file: SongFile, at: number, port: Port): GaplessSource {
  const source = new MediaSource();
  const url = URL.createObjectURL(source);
  let current = put(file, null) as Song;
  let next: Song | null = null;
  let buffer: SourceBuffer | null = null;
  /** What comes next into the buffer, and from where to where it holds sound. */
  let cursor = { song: current, frame: 0 };
  let held = { from: at, to: at };
  /** The song whose decoder and window the buffer is set to. */
  let begun: Song | null = null;
  let isClosed = false;
  /** It has told that it cannot go on. */
  let isBroken = false;
  let isBusy = false;
  let isAskedAgain = false;
  let request = new AbortController();
  /** No part is asked for before the element's time is here: one could not be had. */
  let waitUntil = 0;

  const now = () => element.currentTime;
  const isOutside = (time: number) => time < held.from - 0.05 || time > held.to + 0.05;

  const settled = (act: (own: SourceBuffer) => void) =>
    new Promise<void>((resolve, reject) => {
      if (buffer === null) return reject(new Error('There is no buffer.'));
      const over = new AbortController();
      const when = (name: string, then: () => void) =>
        buffer?.addEventListener(name, () => (over.abort(), then()), { signal: over.signal });
      when('error', () => reject(new Error('The browser refused a part.')));
      when('updateend', resolve);
      act(buffer);
    });
  const remove = (from: number, to: number) => settled((own) => own.remove(from, to));

  /** Sets the buffer to a song, which the source then has room for. */
  const begin = async (song: Song) => {
    if (buffer === null) return;
    const { offset, from, to } = windowOf(song);
    // A start above the old end is refused.
    buffer.appendWindowEnd = Infinity;
    buffer.appendWindowStart = from;
    buffer.appendWindowEnd = to;
    // Opens a source again that was ended.
    buffer.timestampOffset = offset;
    source.duration = Math.max(current.end, next?.end ?? 0);
    await settled((own) => own.appendBuffer(song.index.init));
    begun = song;
  };

  /** Forgets what is held, and goes on from a moment. */
  const restartAt = async (time: number) => {
    if (held.to > held.from) await remove(0, Infinity);
    // One frame earlier, which the decoder needs to sound right in the next.
    cursor = { song: current, frame: Math.max(0, frameAt(current, time) - 1) };
    held = { from: time, to: time };
    begun = null;
    if (next !== null) await forgetNext();
  };

  const forgetNext = async () => {
    if (next === null || source.readyState === 'closed') return;
    if (cursor.song === next) {
      // From where its window began, which is a little before the other's end.
      await remove(windowOf(next).from, Infinity);
      cursor = { song: current, frame: framesOf(current) };
      held.to = Math.min(held.to, current.end);
      begun = null;
    }
    next = null;
    if (source.readyState === 'open') source.duration = current.end;
  };

  const append = async () => {
    const { song, frame } = cursor;
    const to = frameAfter(song, frame, held.to > held.from ? PART : FIRST_PART);
    const { offsets } = song.index;
    const data = await song.file.read(offsets[frame] ?? 0, offsets[to] ?? 0, request.signal);
    // It was sought meanwhile, or is to be another song: what was fetched is not wanted any more.
    if (isClosed || request.signal.aborted || isOutside(now())) return;
    if (begun !== song) await begin(song);
    await settled((own) => own.appendBuffer(fragment(song.index, frame, to, data)));
    cursor = { song, frame: to };
    held.to = Math.max(held.from, timeOf(song, to));
  };

  /** Did the browser cut the song's end where it is? */
  const isExact = (): boolean => {
    const ranges = buffer?.buffered;
    const end = ranges && ranges.length > 0 ? ranges.end(ranges.length - 1) : 0;
    return Math.abs(end - current.end) < EXACT;
  };

  /** Does one thing that is to be done; false when there is nothing. */
  const step = async (): Promise<boolean> => {
    if (isClosed || isBroken || buffer === null || element.error !== null) return false;
    const time = now();
    if (isOutside(time)) {
      request = new AbortController();
      await restartAt(time);
      return append().then(() => true);
    }
    const isWhole = cursor.song === next || cursor.frame >= framesOf(current);
    if (isWhole) {
      const wanted = await port.next(current.file.media);
      if (isClosed) return false;
      if (next !== null && wanted !== next.file) {
        await forgetNext();
        return true;
      }
      if (next === null && wanted !== null) {
        if (!isExact()) {
          port.inexact();
          return true;
        }
        next = put(wanted, current);
        if (next !== null) cursor = { song: next, frame: 0 };
      }
      if (next === null) {
        if (source.readyState === 'open') source.endOfStream();
        return false;
      }
    }
    if (held.to < time + AHEAD && time >= waitUntil && cursor.frame < framesOf(cursor.song)) {
      await append();
      return true;
    }
    if (time - held.from > 3 * BEHIND) {
      held.from = time - BEHIND;
      await remove(0, held.from);
      return true;
    }
    return false;
  };

  const look = () => {
    isAskedAgain = true;
    if (!isBusy) void run();
  };

  /** Does one thing after the other until there is nothing to do. */
  const run = async (): Promise<void> => {
    isBusy = true;
    isAskedAgain = false;
    try {
      isAskedAgain = (await step()) || isAskedAgain;
    } catch (error) {
      if (!isClosed) await recover(error);
    }
    isBusy = false;
    if (isAskedAgain) return run();
  };

  const recover = async (error: unknown) => {
    isAskedAgain = true;
    if (request.signal.aborted) {
      // What was sought is looked for now.
      request = new AbortController();
      return;
    }
    const isOfFile = error instanceof FileError;
    if (isOfFile && held.to - now() > SCARCE) {
      // Asked for again in a while, as long as there is something to hear.
      waitUntil = Math.min(now() + 1, held.to - SCARCE);
      isAskedAgain = false;
      return;
    }
    if (isOfFile && next !== null && cursor.song === next) {
      // The song before it is heard to its end; this one then comes by itself, or says why not.
      port.giveUp(next.file);
      return forgetNext();
    }
    console.warn('The songs could not be joined.', error);
    isBroken = true;
    port.failed(isOfFile ? 'file' : 'decoder');
  };

  const onSeeking = () => {
    if (isOutside(now())) request.abort();
    look();
  };
  const events: [string, () => void][] = [
    ['timeupdate', look],
    ['waiting', look],
    ['seeking', onSeeking],
  ];
  for (const [name, listener] of events) element.addEventListener(name, listener);
  source.addEventListener(
    'sourceopen',
    () => {
      URL.revokeObjectURL(url);
      // The element may have let go of it meanwhile.
      if (isClosed) return;
      try {
        buffer = source.addSourceBuffer(AAC_MP4);
        // Else what is sought is brought back to what is held.
        source.duration = current.end;
        cursor = { song: current, frame: Math.max(0, frameAt(current, at) - 1) };
      } catch (error) {
        console.warn('The songs cannot be joined.', error);
        return port.failed('decoder');
      }
      look();
    },
    { once: true },
  );

  return {
    url,
    start: () => current.start,
    duration: () => current.end - current.start,
    nextId: () => next?.file.media.id ?? null,
    hasCrossed: () => next !== null && now() >= current.end,
    cross: () => {
      if (next === null) return;
      current = next;
      next = null;
      look();
    },
    look,
    refused: () => {
      if (isBroken) return;
      isBroken = true;
      port.failed('decoder');
    },
    close: () => {
      isClosed = true;
      request.abort();
      URL.revokeObjectURL(url);
      for (const [name, listener] of events) element.removeEventListener(name, listener);
    },
  };
}

function put(file: SongFile, before: Song | null): Song | null {
  const place = placed(file.index, before);
  return place && { ...place, file };
}
