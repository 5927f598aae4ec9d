import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type Hls from 'hls.js';
import { type RefObject, useEffect, useRef } from 'react';
import { type Library, createHls } from '../player/loading/hls-library.ts';
import { HLS, chooseSource } from '../player/sources.ts';

const choose = (element: HTMLMediaElement, media: Media, hls: boolean) =>
  chooseSource(media.sources, {
    plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
    hls,
    prefersMp4: /^((?!chrome|android).)*safari/i.test(navigator.userAgent),
  });

interface Start {
  media: Media;
  /** Where playback begins, in seconds. */
  library: Library | null;
  /** Called with the current second when hls.js has a fatal error. */
  at: number;
  /** Called with the second where hls.js had a fatal error. */
  failed: (at: number) => void;
}

interface ElementSource {
  /** Loads an item into the element. Returns false if this browser plays none of its sources. */
  load: (element: HTMLMediaElement, start: Start) => boolean;
  /** Whether hls.js plays the item. Errors of the element are then not handled as errors of the item. */
  isInParts: () => boolean;
  /** The current position in seconds, or the position at which playback continues after an interruption. */
  position: () => number;
  /** Reports that the media plays. */
  reached: () => void;
}

/** Loads sources into a media element, HLS with hls.js where that works. */
export function useElementSource(host: RefObject<HTMLMediaElement | null>): ElementSource {
  const hls = useRef<Hls | null>(null);
  /** Where to continue after an interruption, in seconds; 0 once the item plays. */
  const resumeAt = useRef(0);
  useEffect(() => () => hls.current?.destroy(), []);
  const position = () => resumeAt.current || (host.current?.currentTime ?? 0);
  return {
    load: (element, { media, library, at, failed }) => {
      const source = choose(element, media, library?.isSupported() ?? false);
      if (source === null) return false;
      hls.current?.destroy();
      hls.current = null;
      resumeAt.current = at;
      if (source.type === HLS && library?.isSupported()) {
        hls.current = createHls(library, { startPosition: at });
        hls.current.on(library.Events.ERROR, (_event, { fatal }) => fatal && failed(position()));
        hls.current.loadSource(source.url);
        hls.current.attachMedia(element);
      } else {
        element.src = source.url;
        if (at > 0) element.currentTime = at;
      }
      return true;
    },
    isInParts: () => hls.current !== null,
    position,
    reached: () => {
      resumeAt.current = 0;
    },
  };
}
