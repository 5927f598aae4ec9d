import { fragment } from './mp4-index.ts';
import { type PlacedSong, appendWindow } from './timeline.ts';

export const AAC_MP4 = 'audio/mp4; codecs="mp4a.40.2"';

/** A source buffer whose append windows cut off the samples that belong to no song. */
export interface SongBuffer {
  /** Appends a song's frames from `from` up to but excluding `to`. `end`: where the run of songs ends, in seconds. */
  append: (
    song: PlacedSong,
    frames: { from: number; to: number },
    data: Uint8Array<ArrayBuffer>,
    end: number,
  ) => Promise<void>;
  remove: (from: number, to: number) => Promise<void>;
  /** Makes the next append set the decoder and the window again. */
  reset: () => void;
  /** Where the last buffered sound ends, in seconds. */
  end: () => number;
}

export function createSongBuffer(source: MediaSource): SongBuffer {
  const buffer = source.addSourceBuffer(AAC_MP4);
  /** The song for which the buffer's decoder and window are set. */
  let begun: PlacedSong | null = null;

  const settled = (act: () => void) =>
    new Promise<void>((resolve, reject) => {
      const over = new AbortController();
      const when = (name: string, then: () => void) =>
        buffer.addEventListener(name, () => (over.abort(), then()), { signal: over.signal });
      when('error', () => reject(new Error('The browser refused a part.')));
      when('updateend', resolve);
      act();
    });

  /** Sets the buffer to a song and extends the source's duration to the end of the run. */
  const begin = async (song: PlacedSong, end: number) => {
    const { offset, from, to } = appendWindow(song);
    // The browser rejects a window start above the old end.
    buffer.appendWindowEnd = Infinity;
    buffer.appendWindowStart = from;
    buffer.appendWindowEnd = to;
    // Setting the offset reopens a source that has ended.
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
