import { COMMON } from './encode.ts';
import { inputFlags, inputOf } from './input-flags.ts';
import { type Rung, fraction, ladder, nominalRate } from './ladder.ts';
import type { PictureStream, SoundStream } from './probe.ts';
import type { Demuxer } from './sniff.ts';
import { AAC, NO_METADATA, TO_ANALYSER, toStereo } from './song-plan.ts';
import { words } from './words.ts';

export interface VideoInput {
  path: string;
  demuxer: Demuxer;
  picture: PictureStream;
  sound: SoundStream | null;
  /** Seconds as the file says, which may be a lie; null when it says nothing. */
  duration: number | null;
  threads: number;
  /** Whether this ffmpeg has `zscale`, without which HDR keeps its dull colours. */
  canToneMap: boolean;
}

/** Where the pictures for seeking stand. */
export interface SpriteGrid {
  /** Seconds between two cells. */
  interval: number;
  columns: number;
  rows: number;
  /** Pixels of a cell. */
  width: number;
  height: number;
}

/** Hz of the sound of every video. */
export const SOUND_RATE = 48_000;
export const SOUND_NAME = 'audio';
export const SPRITE_NAME = 'sprite.jpg';
const SEGMENT_SECONDS = 4;

/** How a video is converted: the smallest rendition first, with sound and sprite, then the others. */
export interface VideoPlan {
  /** Frames a second of every rendition, as ffmpeg wants it. */
  frameRate: string;
  /** Largest first. */
  rungs: Rung[];
  /** The rung that is made first. */
  first: Rung;
  sprite: SpriteGrid;
  /** Arguments; with 32-bit float stereo at `SOUND_RATE` on pipe 3 when there is sound. */
  firstArgs: string[];
  /** The same outputs without analysis: what a bench compares with. */
  bareFirstArgs: string[];
  /** Null when there is only one rung. */
  restArgs: string[] | null;
  /** All renditions, sound and sprite from one command, without analysis: what a bench compares with. */
  bareAllArgs: string[];
  /** The largest rung as one progressive MP4 (`clip.mp4`), for clips too short for HLS players. */
  clipArgs: string[];
}

const CELLS = 100;

/** The grid for a duration in seconds: a cell a second, or fewer so that a hundred are enough. */
export function spriteGrid(duration: number | null): SpriteGrid {
  return {
    interval: Math.max(1, Math.ceil((duration ?? 0) / (CELLS - 5))),
    columns: 10,
    rows: 10,
    width: 160,
    height: 90,
  };
}

/** The filter that makes one sprite picture out of a video. */
export function spriteFilter({ interval, columns, rows, width, height }: SpriteGrid): string {
  const cell = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1`;
  return `fps=1/${interval}:round=up,${cell},setsar=1,tile=${columns}x${rows}`;
}

/** From PQ or HLG to what every screen shows; scaled first, since each pixel is costly. */
const TONE_MAP =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,';

const scaled = (rung: Rung): string => `scale=${rung.width}:${rung.height}:flags=bicubic:out_range=tv`;

/** Renditions scaled one from the other, each under its own label; the last one is split for the sprite when asked. */
function cascade(input: VideoInput, frameRate: string, rungs: readonly Rung[], sprite: SpriteGrid | null): string {
  const toneMap = input.picture.hdr && input.canToneMap ? TONE_MAP : '';
  const steps = rungs.map((rung, at) => {
    const source =
      at === 0
        ? `[0:${input.picture.index}]fps=${frameRate}:start_time=0,${scaled(rung)},${toneMap}setsar=1,format=yuv420p`
        : `[t${at - 1}]${scaled(rung)}`;
    if (at < rungs.length - 1) return `${source},split=2[v${rung.name}][t${at}]`;
    return sprite === null ? `${source}[v${rung.name}]` : `${source},split=2[v${rung.name}][cells]`;
  });
  return [...steps, ...(sprite === null ? [] : [`[cells]${spriteFilter(sprite)}[sprite]`])].join(';');
}

/** Both timestamp flags are needed: without them the picture starts up to a second late. */
const HLS = `
  -f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file
  -avoid_negative_ts disabled -hls_segment_options movflags=+negative_cts_offsets`;

const x264 = (rung: Rung, threads: number): string => `
  -c:v libx264 -threads ${threads} -preset veryfast -crf 22 -maxrate ${rung.maxRate} -bufsize ${rung.maxRate * 2}
  -profile:v high -pix_fmt yuv420p -force_key_frames expr:gte(t,n_forced*2) -sc_threshold 0
  -color_primaries bt709 -color_trc bt709 -colorspace bt709`;

const rendition = (rung: Rung, threads: number): string[] =>
  words(`-map [v${rung.name}] ${x264(rung, threads)} ${NO_METADATA} ${HLS}
    -hls_segment_filename v${rung.name}.mp4 v${rung.name}.m3u8`);

const AUDIO = words(`-map [audio] ${AAC} -b:a 160k ${NO_METADATA} ${HLS}
  -hls_segment_filename ${SOUND_NAME}.mp4 ${SOUND_NAME}.m3u8`);
const SPRITE = words(`-map [sprite] -c:v mjpeg -pix_fmt yuvj420p -fps_mode passthrough -q:v 4 ${NO_METADATA}
  -f image2 -update 1 ${SPRITE_NAME}`);

function soundGraph(sound: SoundStream, heard: boolean): string {
  const stereo = toStereo(sound, SOUND_RATE).replace(
    `aresample=${SOUND_RATE}`,
    `aresample=${SOUND_RATE}:async=1:first_pts=0`,
  );
  return `;[0:${sound.index}]${stereo}${heard ? ',asplit=2[audio][heard]' : '[audio]'}`;
}

/** How a video becomes an HLS ladder: pure. */
export function planVideo(input: VideoInput): VideoPlan {
  const frameRate = nominalRate(input.picture.frameRate);
  const rungs = ladder(input.picture.width, input.picture.height, fraction(frameRate));
  const rest = rungs.slice(0, -1);
  const first = rungs[rungs.length - 1] as Rung;
  const sprite = spriteGrid(input.duration);
  const { sound, threads } = input;
  const front = [
    ...COMMON,
    ...words(`-threads ${threads} -filter_complex_threads ${threads}`),
    ...inputFlags(input.demuxer),
    ...inputOf(input.path),
    '-filter_complex',
  ];
  const audio = sound === null ? [] : AUDIO;
  const quiet = sound === null ? '' : soundGraph(sound, false);
  const firstFiles = [...rendition(first, threads), ...audio, ...SPRITE];
  const clip = rungs[0] as Rung;
  return {
    frameRate,
    rungs,
    first,
    sprite,
    firstArgs: [
      ...front,
      cascade(input, frameRate, [first], sprite) + (sound === null ? '' : soundGraph(sound, true)),
      ...firstFiles,
      ...(sound === null ? [] : words(`-map [heard] ${TO_ANALYSER}`)),
    ],
    bareFirstArgs: [...front, cascade(input, frameRate, [first], sprite) + quiet, ...firstFiles],
    restArgs:
      rest.length === 0
        ? null
        : [...front, cascade(input, frameRate, rest, null), ...rest.flatMap((rung) => rendition(rung, threads))],
    bareAllArgs: [
      ...front,
      cascade(input, frameRate, rungs, sprite) + quiet,
      ...rungs.flatMap((rung) => rendition(rung, threads)),
      ...audio,
      ...SPRITE,
    ],
    clipArgs: [
      ...front,
      cascade(input, frameRate, [clip], null) + quiet,
      ...words(`-map [v${clip.name}] ${x264(clip, threads)}`),
      ...(sound === null ? [] : words(`-map [audio] ${AAC} -b:a 160k`)),
      ...words(`${NO_METADATA} -movflags +faststart -f mp4 clip.mp4`),
    ],
  };
}
