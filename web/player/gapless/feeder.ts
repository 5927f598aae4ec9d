import type { MediaSummary } from '@scoville/contract/media.ts';
import { FileError, type SongFile } from './song-file.ts';
import type { SongRun } from './song-run.ts';
import { createWorkLoop } from './work-loop.ts';

/** With less than this left (seconds), a part that does not come is a failure that somebody hears. */
const SCARCE = 2;

/** What the source needs to know from the player. */
export interface Port {
  /** The song that is to follow this one without a gap as things stand, opened; null when none is, or it cannot join. */
  next: (after: MediaSummary) => Promise<SongFile | null>;
  /** `file`: a part could not be had. `decoder`: the browser cannot play it like this. */
  failed: (why: 'file' | 'decoder') => void;
  /** The self-test: the browser did not cut a song's end exactly. */
  inexact: () => void;
  /** The file that was to follow could not be had: `next` does not name it again. */
  giveUp: (file: SongFile) => void;
}

interface Feeder {
  /** Looks again at what should be there. */
  look: () => void;
  /** The element seeks. */
  seeking: () => void;
  /** The element could not play it. */
  refused: () => void;
  close: () => void;
}

/** Keeps the run's buffer filled around the element's time, from the files of its songs. */
export function createFeeder(element: HTMLMediaElement, run: SongRun, port: Port): Feeder {
  let isClosed = false;
  /** It has told that it cannot go on. */
  let isBroken = false;
  let request = new AbortController();
  /** No part is asked for before the element's time is here: one could not be had. */
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
    // It was sought meanwhile, or is to be another song: what was fetched is not wanted any more.
    if (isClosed || request.signal.aborted || run.isOutside(now())) return;
    await run.append(part, data);
  };

  /** Does one thing that is to be done; false when there is nothing. */
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
      // What was sought is looked for now.
      request = new AbortController();
      return true;
    }
    const isOfFile = error instanceof FileError;
    const next = run.next();
    if (isOfFile && run.heldTo() - now() > SCARCE) {
      // Asked for again in a while, as long as there is something to hear.
      waitUntil = Math.min(now() + 1, run.heldTo() - SCARCE);
      return false;
    }
    if (isOfFile && next !== null && run.isInNext()) {
      // The song before it is heard to its end; this one then comes by itself, or says why not.
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

/** Puts the wanted song, or none, behind the current one. Only `joined` leaves more to append. */
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
