import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** Seconds of a growing playlist that are needed to continue: two to three segments. */
const ENOUGH = 5;

/** Whether a track is played from files that only exist until it is completely prepared. */
export const isUnfinished = ({ sources }: MediaSummary): boolean =>
  sources.some(({ url }) => /\/(early|first)\.m3u8$/.test(url));

/** The playlist that shows how much of a growing track is written; null for the address of any other track. */
export function growingPlaylistUrl(url: string): string | null {
  const growing = url.replace(/\/early\.m3u8$/, '/early-picture.m3u8');
  return growing === url ? null : growing;
}

/** The duration of a playlist in seconds. */
const secondsOf = (playlist: string): number =>
  [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);

/**
 * Whether a playlist has enough after this second to continue without waiting again at once. A complete playlist always
 * has.
 */
export const isPlayableFrom = (playlist: string, second: number): boolean =>
  playlist.includes('#EXT-X-ENDLIST') || secondsOf(playlist) >= second + ENOUGH;
