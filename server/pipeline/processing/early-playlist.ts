import type { Key } from '../../platform/storage/storage.ts';
import type { EarlyPart, EarlyTrack } from './early-video.queries.ts';

/** The master playlist is a stored file. The playlists that it names grow, so they are generated on request. */
export const EARLY_MASTER = 'early.m3u8';
export const earlyPlaylist = (track: EarlyTrack): string => `early-${track}.m3u8`;
export const initialisationOf = (track: EarlyTrack): string => `${track}.mp4`;
export const partOf = (track: EarlyTrack, number: number): string => `${track}-${number}.m4s`;

/** The growing playlist that a key names; null for any other key. */
export function earlyPlaylistOf(key: Key): { prefix: Key; track: EarlyTrack } | null {
  const found = /^(.+)\/early-(picture|sound)\.m3u8$/.exec(key);
  return found === null ? null : { prefix: found[1] as Key, track: found[2] as EarlyTrack };
}

/**
 * The longest duration of our segments (seconds, rounded). It is fixed, because a growing playlist may not change it.
 */
const TARGET_SECONDS = 5;

/**
 * Lists the stored parts of a track as a growing playlist (RFC 8216, 4.3.3.5), which ends once the track is complete.
 * Pure.
 */
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
