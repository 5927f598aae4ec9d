import { type Port, createFeeder } from './feeder.ts';
import type { SongFile } from './song-file.ts';
import { createSongRun } from './song-run.ts';

/** A run of songs, which follow each other without a gap, in one media source. The element plays the first one. */
export interface GaplessSource {
  url: string;
  /** The song that sounds: where it begins in the element's time, and its length (both in seconds). */
  start: () => number;
  duration: () => number;
  /** The id of the song that was appended after the current one; null while no song was. */
  nextId: () => string | null;
  /** Whether the element's time has passed into the next song. */
  hasCrossed: () => boolean;
  /** Makes the next song the current one. */
  cross: () => void;
  /** Checks again what should be buffered. */
  look: () => void;
  /** The element could not play the source. */
  refused: () => void;
  close: () => void;
}

/**
 * Feeds the element with a song, followed by the next one without a gap. Frames are extracted from the songs' files
 * here, and the append windows of the source buffer cut off the samples that belong to no song.
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
  // The signal removes this listener on closing, because by then the element may have released the source.
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
