import { type Port, createFeeder } from './feeder.ts';
import type { SongFile } from './song-file.ts';
import { createSongRun } from './song-run.ts';

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
  const run = createSongRun(source, file, at);
  const feeder = createFeeder(element, run, port);

  const open = () => {
    URL.revokeObjectURL(url);
    try {
      run.open();
    } catch (error) {
      console.warn('The songs cannot be joined.', error);
      return port.failed('decoder');
    }
    feeder.look();
  };

  const closed = new AbortController();
  const { signal } = closed;
  element.addEventListener('timeupdate', feeder.look, { signal });
  element.addEventListener('waiting', feeder.look, { signal });
  element.addEventListener('seeking', feeder.seeking, { signal });
  // Not once it is closed: the element may have let go of the source by then.
  source.addEventListener('sourceopen', open, { once: true, signal });

  return {
    url,
    start: () => run.current().start,
    duration: () => run.current().end - run.current().start,
    nextId: () => run.next()?.file.media.id ?? null,
    hasCrossed: () => run.next() !== null && element.currentTime >= run.current().end,
    cross: () => {
      if (run.next() === null) return;
      run.cross();
      feeder.look();
    },
    look: feeder.look,
    refused: feeder.refused,
    close: () => {
      feeder.close();
      URL.revokeObjectURL(url);
      closed.abort();
    },
  };
}
