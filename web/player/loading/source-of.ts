import type { MediaSummary, Source } from '@scoville/contract/media.ts';
import { chooseSource } from '../sources.ts';

export const isSafari = /^((?!chrome|android).)*safari/i.test(navigator.userAgent);

/** Returns the source that this browser plays, or null if it plays none of them. `hlsWorks`: hls.js works here. */
export type SourceOf = (media: MediaSummary, hlsWorks: boolean) => Source | null;

export const sourcesFor =
  (element: HTMLMediaElement): SourceOf =>
  (media, hlsWorks) =>
    chooseSource(media.sources, {
      plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
      hls: hlsWorks,
      prefersMp4: isSafari,
    });
