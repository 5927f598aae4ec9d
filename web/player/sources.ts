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

/** Below this many seconds hls.js may stall, and the plain file is short anyway. */
const SHORT = 1;

/**
 * The source to play, or null when this browser plays none. Sources come best first; hls.js goes before a browser's
 * own HLS, which Chromium answers "maybe" for without having it.
 */
export function chooseSource(sources: readonly Source[], support: Support, length: number | null): Source | null {
  const isHls = ({ type }: Source) => type === HLS;
  const playable = sources.filter((one) => (isHls(one) && support.hls) || support.plays(one.type, one.codecs));
  const plain = playable.filter((one) => !isHls(one));
  const isShort = length !== null && length < SHORT;
  const wanted = [
    ...(isShort ? plain : []),
    ...(support.prefersMp4 ? playable.filter(({ type }) => type === 'audio/mp4') : []),
    ...playable,
  ];
  return wanted[0] ?? null;
}
