import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { FileError, type SongFile } from './song-file.ts';
import type { SongRun } from './song-run.ts';
import { createWorkLoop } from './work-loop.ts';

/** Seconds. With less than this buffered, a part that cannot be loaded is a failure that the listener will hear. */
const SCARCE = 2;

/** The functions of the player that the source needs. */
export interface Port {
  /**
   * Opens the song that should follow this one without a gap in the current state; null when there is none, or when it
   * cannot join.
   */
  next: (after: MediaSummary) => Promise<SongFile | null>;
  /** `file`: a part could not be loaded. `decoder`: the browser cannot play the songs this way. */
  failed: (why: 'file' | 'decoder') => void;
  /** The self-test failed: the browser did not cut the end of a song exactly. */
  inexact: () => void;
  /** The next song's file could not be loaded; `next` must not return it again. */
  giveUp: (file: SongFile) => void;
}

interface Feeder {
  /** Checks again what should be buffered. */
  look: () => void;
  /** The element is seeking. */
  seeking: () => void;
  /** The element could not play the source. */
  refused: () => void;
  close: () => void;
}

/** Keeps the run's buffer filled around the element's time, from the files of its songs. */
export function createFeeder(element: HTMLMediaElement, run: SongRun, port: Port): Feeder {
  let isClosed = false;
  /** A failure was reported, so the feeder has stopped. */
  let isBroken = false;
  let request = new AbortController();
  /** After a part could not be loaded: no part is requested before the element's time reaches this. */
  let waitUntil = 0;

  const now = () => element.currentTime;

  const fail = (why: 'file' | 'decoder') => {
    isBroken = true;
    port.failed(why);
  };

  const append = async () => {
    const part = run.part();
    const { file, index } = part.song;
    const data = await file.read(index.offsets[part.from] ?? 0, index.offsets[part.to] ?? 0, request.signal);
    // The listener has sought in the meantime, or another song is wanted, so the fetched part is not needed any more.
    if (isClosed || request.signal.aborted || run.isOutside(now())) return;
    await run.append(part, data);
  };

  /** Performs one pending action; returns false when no action is pending. */
  const step = async (): Promise<boolean> => {
    if (isClosed || isBroken || !run.isOpen() || element.error !== null) return false;
    const time = now();
    if (run.isOutside(time)) {
      request = new AbortController();
      await run.restartAt(time);
      return append().then(() => true);
    }
    if (run.isWhole()) {
      const wanted = await port.next(run.current().file.media);
      if (isClosed) return false;
      const outcome = await joinNext(run, wanted, port.inexact);
      if (outcome !== 'joined') return outcome === 'changed';
    }
    if (run.needsPart(time) && time >= waitUntil) {
      await append();
      return true;
    }
    return run.evict(time);
  };

  const recover = async (error: unknown): Promise<boolean> => {
    if (isClosed) return false;
    if (request.signal.aborted) {
      // Load the part at the new position.
      request = new AbortController();
      return true;
    }
    const isOfFile = error instanceof FileError;
    const next = run.next();
    if (isOfFile && run.heldTo() - now() > SCARCE) {
      // Request the part again later, while there is still sound buffered.
      waitUntil = Math.min(now() + 1, run.heldTo() - SCARCE);
      return false;
    }
    if (isOfFile && next !== null && run.isInNext()) {
      // The current song plays to its end. The failed song is then loaded on its own, or reports its error.
      port.giveUp(next.file);
      await run.forgetNext();
      return true;
    }
    console.warn('The songs could not be joined.', error);
    fail(isOfFile ? 'file' : 'decoder');
    return true;
  };

  const look = createWorkLoop(step, recover);

  return {
    look,
    seeking: () => {
      if (run.isOutside(now())) request.abort();
      look();
    },
    refused: () => {
      if (!isBroken) fail('decoder');
    },
    close: () => {
      isClosed = true;
      request.abort();
    },
  };
}

/** Puts the wanted song, or none, after the current one. Only `joined` means that there is more to append. */
async function joinNext(
  run: SongRun,
  wanted: SongFile | null,
  inexact: () => void,
): Promise<'joined' | 'changed' | 'ended'> {
  const next = run.next();
  if (next !== null && wanted !== next.file) {
    await run.forgetNext();
    return 'changed';
  }
  if (next === null && wanted !== null) {
    if (!run.isExact()) {
      inexact();
      return 'changed';
    }
    run.follow(wanted);
  }
  if (run.next() !== null) return 'joined';
  run.end();
  return 'ended';
}
