import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';

export type Library = typeof Hls;

/** Assumed bandwidth in bits per second before the first measurement: hls.js then begins with the smallest picture. */
const UNMEASURED = 1_000_000;
/**
 * Highest bandwidth assumed for a first segment, so that it arrives soon; hls.js measures the bandwidth for later
 * segments.
 */
const AT_FIRST = 3_000_000;

let library: Library | null = null;
/** Bandwidth in bits per second, measured with the last video. */
let measured = UNMEASURED;

/** hls.js if it has been loaded, so that a video can start within the task of the press. */
export const loadedHls = (): Library | null => library;

/** Loads hls.js on first use. Rejects when it can't be loaded. */
export async function fetchHls(): Promise<Library> {
  library ??= (await import('hls.js')).default;
  return library;
}

/** Loads hls.js ahead of a press; a failure is only logged, because the press reports it. */
export function fetchHlsAhead(): void {
  fetchHls().catch((error: unknown) => console.warn('What plays videos could not be loaded ahead.', error));
}

/**
 * Creates an hls.js player. By default hls.js loads a first segment only to measure the connection and then loads
 * another one to play. Our first segment is small, so it is played.
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
