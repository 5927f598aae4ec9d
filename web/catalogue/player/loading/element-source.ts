import type Hls from 'hls.js';
import { dispatch } from '../player.ts';
import { offerQuality } from '../settings/picture-quality.ts';
import { type Library, createHls } from './hls-library.ts';

/** Sets what the media element plays. */
interface ElementSource {
  /** Makes the element play a file from this second on. */
  setFile: (url: string, start: number) => void;
  /** Makes hls.js play an address from this second on. */
  setParts: (url: string, library: Library, start: number) => void;
  /** Empties the element. */
  clear: () => void;
  /** Whether hls.js plays in the element. */
  isInParts: () => boolean;
}

/** @param takeAhead returns the hls.js player that has loaded the beginning of this address ahead, or null */
export function createElementSource(element: HTMLMediaElement, takeAhead: (url: string) => Hls | null): ElementSource {
  let hls: Hls | null = null;
  return {
    setFile: (url, start) => {
      element.src = url;
      if (start > 0) element.currentTime = start;
    },
    setParts: (url, library, start) => {
      const ahead = takeAhead(url);
      // The loaded beginning of the file is useless if playback starts later.
      if (start > 0) ahead?.destroy();
      const isAtHand = ahead !== null && start === 0;
      hls = isAtHand ? ahead : createHls(library, { startPosition: start });
      hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && dispatch({ type: 'failed' }));
      offerQuality(hls, library);
      if (!isAtHand) hls.loadSource(url);
      hls.attachMedia(element);
    },
    clear: () => {
      hls?.destroy();
      hls = null;
      element.removeAttribute('src');
      element.load();
    },
    isInParts: () => hls !== null,
  };
}
