import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';

export type Library = typeof Hls;

/** Bits a second that are expected of a connection of which nothing is known: the smallest picture comes first. */
const UNMEASURED = 1_000_000;
/** And at the most, so that the first picture comes soon; what follows it is as large as the connection allows. */
const AT_FIRST = 3_000_000;

let library: Library | null = null;
/** Bits a second of the connection, as the last video had it. */
let measured = UNMEASURED;

/** hls.js where it is here already: what plays by it then begins within the press. */
export const hlsHere = (): Library | null => library;

/** hls.js, which comes when a video is played or is about to be. Rejects when it cannot be had. */
export async function fetchHls(): Promise<Library> {
  library ??= (await import('hls.js')).default;
  return library;
}

/** Has it come ahead, as when somebody reaches a button that plays a video; what goes wrong is said when it is pressed. */
export function fetchHlsAhead(): void {
  fetchHls().catch((error: unknown) => console.warn('What plays videos could not be loaded ahead.', error));
}

/**
 * What plays a video in parts. By default hls.js loads a first segment in order to measure the connection, throws it away
 * and loads another one: here the first one is small, and it is played.
 */
export function createHls(using: Library, config: Pick<HlsConfig, 'startPosition'> & Partial<HlsConfig>): Hls {
  const hls = new using({
    testBandwidth: false,
    abrEwmaDefaultEstimate: Math.min(measured, AT_FIRST),
    ...config,
  });
  hls.on(using.Events.DESTROYING, () => {
    measured = hls.bandwidthEstimate;
  });
  return hls;
}
