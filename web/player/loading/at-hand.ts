import { expiryOf } from '@scoville/contract/file-address.ts';
import type { Source } from '@scoville/contract/media.ts';
import type Hls from 'hls.js';
import { HLS } from '../sources.ts';

/** Milliseconds for which the beginning of a video waits in memory; after that it is still in the browser's cache. */
export const KEPT_FOR = 60_000;

/** What seems about to be played, one at a time. */
export interface AtHand {
  /** Loads the beginning of a source, once; what was loaded before is let go. Never throws. */
  prepare: (source: Source) => void;
  /** The beginning of this source, if it is a video and loaded or on its way; it is the caller's then. */
  take: (url: string) => Hls | null;
}

/** How the beginning of a source is loaded. */
export interface Beginning {
  /** Loads no more than a first segment; null where the browser cannot. Calls `failed` when nothing comes of it. */
  video: (url: string, failed: () => void) => Promise<Hls | null>;
  /** Returns what holds it for the element that plays it. */
  file: (url: string) => object;
}

interface Held {
  url: string;
  /** Null until it is on its way. */
  hls: Hls | null;
  file: object | null;
  timer?: ReturnType<typeof setTimeout>;
}

/** Has the beginning of what seems about to be played at hand, so that it begins with the press. */
export function createAtHand(beginning: Beginning): AtHand {
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
      wanted.timer = setTimeout(letGo, KEPT_FOR);
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
      if (held?.url !== url || held.hls === null) return null;
      const { hls } = held;
      held.hls = null;
      letGo();
      return hls;
    },
  };
}
