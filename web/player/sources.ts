import type { Source } from '@scoville/contract/media.ts';

export const HLS = 'application/vnd.apple.mpegurl';

/** What this browser plays. */
export interface Support {
  /** Does the element itself play this type with these codecs? */
  plays: (type: string, codecs: string) => boolean;
  /** hls.js works here. */
  hls: boolean;
  /** Safari claims more of WebM than it plays, so that AAC goes first. */
  prefersMp4: boolean;
}

/**
 * The source to play, or null when this browser plays none. Sources come best first; hls.js goes before a browser's
 * own HLS, which Chromium answers "maybe" for without having it.
 */
export function chooseSource(sources: readonly Source[], support: Support): Source | null {
  const playable = sources.filter(({ type, codecs }) => (type === HLS && support.hls) || support.plays(type, codecs));
  const preferred = support.prefersMp4 ? playable.find(({ type }) => type === 'audio/mp4') : undefined;
  return preferred ?? playable[0] ?? null;
}
