import type { Key } from '../storage/storage.ts';
import type { EarlyPart, EarlyTrack } from './early-video.queries.ts';

/** The playlist of playlists, which is a file; those that it names grow, and are made when they are asked for. */
export const EARLY_MASTER = 'early.m3u8';
export const earlyPlaylist = (track: EarlyTrack): string => `early-${track}.m3u8`;
export const initialisationOf = (track: EarlyTrack): string => `${track}.mp4`;
export const partOf = (track: EarlyTrack, number: number): string => `${track}-${number}.m4s`;

/** Which growing playlist a key names; null for any other. */
export function earlyPlaylistOf(key: Key): { prefix: Key; track: EarlyTrack } | null {
  const found = /^(.+)\/early-(picture|sound)\.m3u8$/.exec(key);
  return found === null ? null : { prefix: found[1] as Key, track: found[2] as EarlyTrack };
}

/** Seconds that no segment of ours is longer than, rounded: a playlist that grows may not change it. */
const TARGET_SECONDS = 5;

/** What there is of a track as a playlist that grows (RFC 8216, 4.3.3.5), and has an end when the track is whole: pure. */
export function growingPlaylist(track: EarlyTrack, parts: readonly EarlyPart[]): string {
  const segments = parts.flatMap(({ number, seconds, bytes }) => {
    let offset = 0;
    return bytes.flatMap((length, at) => {
      const lines = [
        `#EXTINF:${(seconds[at] ?? 0).toFixed(6)},`,
        `#EXT-X-BYTERANGE:${length}@${offset}`,
        partOf(track, number),
      ];
      offset += length;
      return lines;
    });
  });
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${TARGET_SECONDS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    `#EXT-X-MAP:URI="${initialisationOf(track)}"`,
    ...segments,
    ...(parts.at(-1)?.isLast === true ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
