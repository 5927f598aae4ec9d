import type { MediaSummary } from '@scoville/contract/media.ts';

/** Seconds of a growing playlist that are needed to continue: two to three segments. */
const ENOUGH = 5;

/** Is a track played by files that are offered only until it is wholly prepared? */
export const isUnfinished = ({ sources }: MediaSummary): boolean =>
  sources.some(({ url }) => /\/(early|first)\.m3u8$/.test(url));

/** The playlist that tells how far a track is written which can be played as it grows; null for any other address. */
export function growingPlaylistOf(url: string): string | null {
  const growing = url.replace(/\/early\.m3u8$/, '/early-picture.m3u8');
  return growing === url ? null : growing;
}

/** Seconds of a playlist. */
const secondsOf = (playlist: string): number =>
  [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);

/** Is what a playlist has enough to go on from a second, without waiting again at once? Always, where it is whole. */
export const reaches = (playlist: string, second: number): boolean =>
  playlist.includes('#EXT-X-ENDLIST') || secondsOf(playlist) >= second + ENOUGH;
