import type { MediaSummary, Source } from '@scoville/contract/catalogue/media/media.ts';
import { HLS, chooseSource } from '../sources.ts';

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

interface Addresses {
  /** The address from which a track is played; null if this browser plays none of its sources. */
  urlOf: (media: MediaSummary) => string | null;
  /** The file that an element plays without hls.js; null if the track has no such file. */
  fileOf: (media: MediaSummary) => string | null;
}

export const addressesFrom = (sourceOf: SourceOf): Addresses => ({
  urlOf: (media) => sourceOf(media, true)?.url ?? null,
  fileOf: (media) => {
    const source = sourceOf(media, false);
    return source?.type === HLS ? null : (source?.url ?? null);
  },
});
