/** A song or video that may become part of a list of recommendations. */
export interface Candidate {
  id: string;
  musicianId: string;
}

/** A candidate from a stream, with the position from which reading continues after it. */
export interface Streamed extends Candidate {
  place: StreamPlace;
}

export type StreamPlace = readonly (string | number)[];

/**
 * The streams of which a list is made, each in the order of the seed: media by the same musicians, of the same genres
 * and moods, and all others.
 */
export const STREAMS = ['musicians', 'taste', 'rest'] as const;
export type StreamName = (typeof STREAMS)[number];

/** The position from which the reading of a stream continues: null before the first row, `end` when none is left. */
export type StreamPosition = StreamPlace | null | 'end';

/**
 * Reads rows of a stream after a position, in its order; fewer than `size` only at its end. The id of a row that
 * belongs to another stream is null.
 */
export type ReadStream = (
  stream: StreamName,
  after: StreamPlace | null,
  size: number,
) => Promise<readonly (Streamed | { place: StreamPlace; id: null })[]>;

const READ_AHEAD = 8;

/** Reads the streams from their positions on, some rows at a time. */
export function readStreams(read: ReadStream, from: Readonly<Record<StreamName, StreamPosition>>) {
  const waiting: Record<StreamName, Streamed[]> = { musicians: [], taste: [], rest: [] };
  const ends = { ...from };
  const places = { ...from };
  return {
    places,

    /** The next item of a stream, which is not removed from it; undefined at its end. */
    async peek(stream: StreamName, wanted: number): Promise<Streamed | undefined> {
      while (waiting[stream].length === 0) {
        const after = ends[stream];
        if (after === 'end') {
          places[stream] = 'end';
          return undefined;
        }
        const size = wanted + READ_AHEAD;
        const rows = await read(stream, after, size);
        waiting[stream].push(...rows.filter((row) => row.id !== null));
        ends[stream] = rows.length < size ? 'end' : (rows.at(-1)?.place ?? 'end');
        // Rows that were skipped are never read again.
        if (waiting[stream].length === 0) places[stream] = ends[stream];
      }
      return waiting[stream][0];
    },

    take(stream: StreamName, { place }: Streamed): void {
      waiting[stream].shift();
      places[stream] = place;
    },
  };
}
