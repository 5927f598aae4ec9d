import { expiryOf } from '@scoville/contract/platform/http/file-address.ts';
import type { Source } from '@scoville/contract/catalogue/media/media.ts';
import type Hls from 'hls.js';
import { HLS } from '../sources.ts';

/** Milliseconds for which the beginning of a video is kept in memory; the browser's cache keeps it longer. */
export const MAX_AGE = 60_000;

/** Holds the beginning of one source that is likely to be played. */
export interface PreloadedSource {
  /** Loads the beginning of a source once, and drops the one before it. Never throws. */
  prepare: (source: Source) => void;
  /** Hands over the hls.js player that loaded this source, which the caller must destroy; null if none has. */
  take: (url: string) => Hls | null;
}

/** Loads the beginnings of sources. */
export interface BeginningLoader {
  /** Loads a first segment; null if the browser can't play it with hls.js. Calls `failed` after a fatal error. */
  video: (url: string, failed: () => void) => Promise<Hls | null>;
  /** Begins to load a file, and returns the object that keeps it loaded. */
  file: (url: string) => object;
}

interface Held {
  url: string;
  /** Null until hls.js has been loaded and created the player. */
  hls: Hls | null;
  file: object | null;
  timer?: ReturnType<typeof setTimeout>;
}

/** Keeps the beginning of the next likely source loaded, so that it sounds as soon as it is pressed. */
export function createPreloadedSource(beginning: BeginningLoader): PreloadedSource {
  let held: Held | null = null;

  const letGo = () => {
    clearTimeout(held?.timer);
    held?.hls?.destroy();
    held = null;
  };

  const begin = async (wanted: Held) => {
    const letGoOfThis = () => {
      if (held === wanted) letGo();
    };
    try {
      const hls = await beginning.video(wanted.url, letGoOfThis);
      if (held !== wanted) return hls?.destroy();
      wanted.hls = hls;
      wanted.timer = setTimeout(letGo, MAX_AGE);
    } catch (error) {
      console.warn('The beginning of a video could not be loaded ahead.', error);
      letGoOfThis();
    }
  };

  return {
    prepare: ({ url, type }) => {
      if (held?.url === url || (expiryOf(url) ?? Infinity) < Date.now()) return;
      letGo();
      held = { url, hls: null, file: type === HLS ? null : beginning.file(url) };
      if (type === HLS) void begin(held);
    },
    take: (url) => {
      if (held?.url !== url || held.file !== null) return null;
      // One whose code is still loading is dropped, because the caller starts its own at once.
      const { hls } = held;
      held.hls = null;
      letGo();
      return hls;
    },
  };
}
