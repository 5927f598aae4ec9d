/** A media on its way into a list of recommendations. */
export interface Candidate {
  id: string;
  musicianId: string;
}

/** One that stands in a stream, with the place to read on from. */
export interface Streamed extends Candidate {
  place: StreamPlace;
}

export type StreamPlace = readonly (string | number)[];

/** What a list is made of, each in the order of the seed: by the same musicians, of the same genres and moods, and the rest. */
export const STREAMS = ['musicians', 'taste', 'rest'] as const;
export type StreamName = (typeof STREAMS)[number];

/** Where the reading of a stream goes on: null before the first row, `end` when none is left. */
export type StreamPosition = StreamPlace | null | 'end';

/** Reads rows of a stream after a place, in its order; fewer than `size` only at its end. What belongs elsewhere is null. */
export type ReadStream = (
  stream: StreamName,
  after: StreamPlace | null,
  size: number,
) => Promise<readonly (Streamed | { place: StreamPlace; id: null })[]>;

const READ_AHEAD = 8;

/** Reads the streams from their places on, some rows at a time. */
export function readStreams(read: ReadStream, from: Readonly<Record<StreamName, StreamPosition>>) {
  const waiting: Record<StreamName, Streamed[]> = { musicians: [], taste: [], rest: [] };
  const ends = { ...from };
  const places = { ...from };
  return {
    places,

    /** The next of a stream, which stays there; undefined at its end. */
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
        // What was passed over is passed for good.
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
