import type { Source } from '@scoville/contract/catalogue/media/media.ts';

export const HLS = 'application/vnd.apple.mpegurl';

/** The abilities of this browser. */
export interface Support {
  /** Whether the element itself plays this type with these codecs. */
  plays: (type: string, codecs: string) => boolean;
  /** Whether hls.js works here. */
  hls: boolean;
  /** Safari claims to play more of WebM than it does, so it gets AAC first. */
  prefersMp4: boolean;
}

/**
 * The source to play, or null when this browser plays none. Sources are sorted by quality, best first. hls.js is
 * preferred to a browser's own HLS, because Chromium answers "maybe" for HLS without supporting it.
 */
export function chooseSource(sources: readonly Source[], support: Support): Source | null {
  const playable = sources.filter(({ type, codecs }) => (type === HLS && support.hls) || support.plays(type, codecs));
  const preferred = support.prefersMp4 ? playable.find(({ type }) => type === 'audio/mp4') : undefined;
  return preferred ?? playable[0] ?? null;
}
