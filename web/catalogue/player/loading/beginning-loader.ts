import { preferHeight } from '../settings/picture-quality.ts';
import type { BeginningLoader } from './preloaded-source.ts';
import { createHls, fetchHls } from './hls-library.ts';

/** Loads beginnings with the settings of this page's player. */
export const beginningLoader: BeginningLoader = {
  video: async (url, failed) => {
    const library = await fetchHls();
    if (!library.isSupported()) return null;
    // As long as it has no element, hls.js loads the first segment and waits.
    const hls = createHls(library, { startPosition: 0, startFragPrefetch: true });
    hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && failed());
    preferHeight(hls, library);
    hls.loadSource(url);
    return hls;
  },
  file: (url) => {
    const audio = new Audio();
    audio.crossOrigin = 'anonymous';
    // Loads the minimum that a browser needs to start.
    audio.preload = 'metadata';
    audio.src = url;
    return audio;
  },
};
