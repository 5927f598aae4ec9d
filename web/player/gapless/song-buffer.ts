import { fragment } from './mp4-index.ts';
import { type Placed, windowOf } from './timeline.ts';

export const AAC_MP4 = 'audio/mp4; codecs="mp4a.40.2"';

/** A source buffer whose windows cut the samples that belong to no song. */
export interface SongBuffer {
  /** Appends frames of a song, from `from` to `to`, which is not in it. `end`: where the run of songs ends, in seconds. */
  append: (
    song: Placed,
    frames: { from: number; to: number },
    data: Uint8Array<ArrayBuffer>,
    end: number,
  ) => Promise<void>;
  remove: (from: number, to: number) => Promise<void>;
  /** Sets decoder and window again with the next frames. */
  reset: () => void;
  /** Where the last sound in it ends, in seconds. */
  end: () => number;
}

export function createSongBuffer(source: MediaSource): SongBuffer {
  const buffer = source.addSourceBuffer(AAC_MP4);
  /** The song whose decoder and window the buffer is set to. */
  let begun: Placed | null = null;

  const settled = (act: () => void) =>
    new Promise<void>((resolve, reject) => {
      const over = new AbortController();
      const when = (name: string, then: () => void) =>
        buffer.addEventListener(name, () => (over.abort(), then()), { signal: over.signal });
      when('error', () => reject(new Error('The browser refused a part.')));
      when('updateend', resolve);
      act();
    });

  /** Sets the buffer to a song, which the source then has room for. */
  const begin = async (song: Placed, end: number) => {
    const { offset, from, to } = windowOf(song);
    // A start above the old end is refused.
    buffer.appendWindowEnd = Infinity;
    buffer.appendWindowStart = from;
    buffer.appendWindowEnd = to;
    // Opens a source again that was ended.
    buffer.timestampOffset = offset;
    source.duration = end;
    await settled(() => buffer.appendBuffer(song.index.init));
    begun = song;
  };

  return {
    append: async (song, { from, to }, data, end) => {
      if (begun !== song) await begin(song, end);
      await settled(() => buffer.appendBuffer(fragment(song.index, from, to, data)));
    },
    remove: (from, to) => settled(() => buffer.remove(from, to)),
    reset: () => {
      begun = null;
    },
    end: () => {
      const { buffered } = buffer;
      return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    },
  };
}
