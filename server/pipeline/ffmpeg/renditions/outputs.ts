import type { SoundFacts } from '../checks/report.ts';
import type { Loudness } from '../inspect/analyse.ts';

type Role =
  'aac' | 'opus' | 'hls-master' | 'hls-playlist' | 'hls-rendition' | 'hls-audio' | 'poster' | 'sprite' | 'mp4';

/** One file that was made, checked and measured. */
export interface Output {
  /** Relative to the folder `out` of the working folder, which no decoder can reach. */
  name: string;
  role: Role;
  mime: string;
  codecs: string | null;
  /** Bits a second. */
  bitrate: number | null;
  width: number | null;
  height: number | null;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Seconds, from decoding the output. */
  duration: number | null;
}

/** Pictures for seeking, in the cells of one picture, row by row: one for every `interval` seconds. */
export interface Sprite {
  name: string;
  /** Seconds. */
  interval: number;
  columns: number;
  /** Pixels of one cell. */
  width: number;
  height: number;
  count: number;
}

/** The part of a song or video that can already be played. */
export interface Playable {
  kind: 'song' | 'video';
  /** Pixels of the rendition that is ready; null for songs. */
  width: number | null;
  height: number | null;
  /** Seconds, as decoded. */
  duration: number;
  /** Null for a video without sound. */
  loudness: Loudness | null;
  outputs: Output[];
}

/** Everything that was made of a song or video. */
export interface Converted extends SoundFacts {
  kind: 'song' | 'video';
  /** Seconds, as decoded. */
  duration: number;
  /** Pixels of the largest rendition; null for songs. */
  width: number | null;
  height: number | null;
  /** The file name of the poster. */
  poster: string | null;
  sprite: Sprite | null;
  outputs: Output[];
}
