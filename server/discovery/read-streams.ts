import type { RecommendationState, Sources, StreamName, Streamed } from './arrange.ts';

const READ_AHEAD = 8;

/** Reads the streams from their places on, some rows at a time. */
export function readStreams(read: Sources['read'], from: RecommendationState['places']) {
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
