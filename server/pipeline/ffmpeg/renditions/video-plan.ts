import { COMMON } from '../run/encode.ts';
import { CLOCK_BY_USE, inputFlags, inputOf } from '../inspect/input-flags.ts';
import { PIECE_SECONDS } from './hls.ts';
import { type Rung, fraction, ladder, nominalRate } from './ladder.ts';
import type { PictureStream, SoundStream } from '../inspect/probe.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import type { SteadySound } from './steady.ts';
import { AAC, NO_METADATA, TO_ANALYSER, toStereo } from './song-plan.ts';
import { CELLS, type SpriteGrid, spriteGrid } from './sprite-grid.ts';
import { splitArgs } from '../run/split-args.ts';

export interface VideoInput {
  path: string;
  demuxer: Demuxer;
  picture: PictureStream;
  sound: SoundStream | null;
  /** Replaces the source's sound if its format changes midway. */
  steady?: SteadySound | undefined;
  /** Seconds, as claimed by the file, which may be wrong; null if the file claims no duration. */
  duration: number | null;
  threads: number;
  /** Whether this ffmpeg has `zscale`, without which HDR keeps its dull colours. */
  canToneMap: boolean;
}

/** Hz of the sound of every video. */
export const SOUND_RATE = 48_000;
export const SOUND_NAME = 'audio';
export const SPRITE_NAME = 'sprite.jpg';
export const POSTER_NAME = 'poster.jpg';

/** How a video is converted: the smallest rendition first, the sound at the same time, then the others. */
export interface VideoPlan {
  /** Frames a second of every rendition, in ffmpeg's notation. */
  frameRate: string;
  /** Largest first. */
  rungs: Rung[];
  /** The rung that is made first. */
  first: Rung;
  /** The rung that the poster is taken from. */
  poster: Rung;
  sprite: SpriteGrid;
  /** The first rung and the sprite. */
  firstArgs: string[];
  /** The sound, which pipe 3 also gets as 32-bit float stereo at `SOUND_RATE`; null when there is none. */
  soundArgs: string[] | null;
  /** The other rungs and the poster; null when there is only one rung. */
  restArgs: string[] | null;
  /** For comparison in benchmarks: first rung, sprite and sound from one command, without analysis. */
  bareFirstArgs: string[];
  /** For comparison in benchmarks: all renditions, sound, sprite and poster from one command, without analysis. */
  bareAllArgs: string[];
  /** The largest rung as one progressive MP4 (`clip.mp4`), for clips too short for HLS players. */
  clipArgs: string[];
}

export const CELLS_NAME = 'cells.rgb';

/** The filter that makes the cells of a sprite from a video. */
export function cellsFilter({ interval, width, height }: SpriteGrid): string {
  const cell = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1`;
  return `fps=1/${interval}:round=up,${cell},setsar=1`;
}

/**
 * The cells one after the other, as raw RGB. ffmpeg's own tiles would only be written at the end, and ffmpeg reports no
 * progress until every output has begun.
 */
export const CELLS_OUTPUT = `-c:v rawvideo -pix_fmt rgb24 -frames:v ${CELLS} -f rawvideo ${CELLS_NAME}`;

/** Converts PQ or HLG to the range of ordinary screens. Comes after the scaling, since each pixel is costly. */
const TONE_MAP =
  ',zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Converts SDR with wide primaries to BT.709; colours outside of it are clipped. */
const narrow = ({ wide, matrix }: PictureStream): string =>
  `,zscale=pin=${wide}:tin=bt709:min=${MATRICES[matrix ?? 'bt2020']}:p=bt709:t=bt709:m=bt709:r=tv`;
const MATRICES = { bt601: 'smpte170m', bt709: 'bt709', bt2020: 'bt2020nc' };

/**
 * The part of the filter after the first scaling's size. It gives all renditions the colours that they are labelled
 * with.
 */
function colours({ picture, canToneMap }: VideoInput): string {
  if (picture.hdr && canToneMap) return TONE_MAP;
  if (picture.wide !== null && canToneMap) return `${narrow(picture)},setparams=range=tv`;
  return `:in_color_matrix=${picture.matrix ?? 'auto'}:out_color_matrix=bt709,setparams=range=tv:colorspace=bt709`;
}

/** Averages areas if the source is more than twice as high: then as good as bicubic, at a third of the cost. */
const scaled = (rung: Rung, from: { height: number }): string =>
  `scale=${rung.width}:${rung.height}:flags=${from.height > 2 * rung.height ? 'area' : 'bicubic'}:out_range=tv`;

/** Pixels of the poster's shorter side, if the source has that many. */
const POSTER_SIDE = 720;
const POSTER_FRAMES = 30;

/** Seconds into a picture of `duration` seconds where its poster is taken, because openings are often black. */
export const posterStart = (duration: number): number => Math.max(0, Math.min(duration / 10, duration - 1, 30));
/** Whether the poster's place, computed from the claimed duration, still fits the real one. */
export function posterFits(claimedSeconds: number | null, seconds: number): boolean {
  const start = posterStart(claimedSeconds ?? 0);
  return claimedSeconds !== null && start >= posterStart(seconds) / 2 && start <= Math.max(0, seconds - 1);
}
/** The most typical of thirty frames, in the colours of JPEG, which supports only one matrix. */
export const POSTER_FILTER = `thumbnail=${POSTER_FRAMES},scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p`;

/**
 * Makes one whole picture of each two half pictures, which would look like combs on screens. Frames that are marked as
 * whole are not changed.
 */
const DEINTERLACE = 'bwdif=mode=send_frame:deint=interlaced';

/** Seconds by which the sound may outlast the picture before players notice. */
const OUTLASTS = 0.5;

/**
 * Holds the last picture until the end of the sound. A still picture with a song is often a single frame, and players
 * wait forever for the rest of a picture that ends long before the sound.
 */
function hold({ picture, sound, duration }: VideoInput): string {
  const [seen, heard] = [picture.end, sound?.end ?? null];
  if (seen === null || heard === null) return '';
  const missing = Math.min(heard - seen, duration ?? Infinity);
  return missing > OUTLASTS ? `,tpad=stop_mode=clone:stop_duration=${missing.toFixed(3)}` : '';
}

interface Stills {
  /** Made from the last rung. */
  sprite?: SpriteGrid;
  /** The rung that the poster is taken from, and the seconds where it is taken. */
  poster?: { rung: Rung; start: number };
}

/** Filters for a rotation in degrees clockwise. ffmpeg's own rotation filters can't handle changing sizes. */
const TURNS: Record<number, string> = { 90: ',transpose=clock', 180: ',hflip,vflip', 270: ',transpose=cclock' };

/**
 * Scales the source's frames to the largest rendition. If their size changes midway, they get square pixels and are
 * letterboxed. Filters that need a constant size, such as the rotation, come after that.
 */
function entrance({ picture }: VideoInput, frameRate: string, rung: Rung): string {
  const rate = `fps=${frameRate}:start_time=0`;
  const deinterlace = picture.interlaced ? `${DEINTERLACE},` : '';
  if (picture.changes !== true) return `${deinterlace}${rate},${scaled(rung, picture)}`;
  const { width, height } = rung;
  const [wide, high] = picture.rotation % 180 === 0 ? [width, height] : [height, width];
  const fields = picture.interlaced ? ':interl=1' : '';
  const square = `scale=w='max(1,iw*if(sar,sar,1))':h=ih:eval=frame${fields},setsar=1`;
  const fitted = `scale=${wide}:${high}:flags=bicubic:out_range=tv:force_original_aspect_ratio=decrease${fields}`;
  const turn = TURNS[picture.rotation] ?? '';
  return `${rate},${square},${fitted},pad=${wide}:${high}:-1:-1:eval=frame${picture.interlaced ? `,${DEINTERLACE}` : ''}${turn},scale=${width}:${height}`;
}

/** The renditions, each scaled from the one before and under its own label, and the pictures taken on the way. */
function cascade(input: VideoInput, frameRate: string, rungs: readonly Rung[], { sprite, poster }: Stills): string {
  const steps = rungs.map((rung, at) => {
    const from = rungs[at - 1] ?? input.picture;
    const source =
      at === 0
        ? `[0:${input.picture.index}]${entrance(input, frameRate, rung)}${colours(input)},setsar=1,format=yuv420p${hold(input)}`
        : `[t${at - 1}]${scaled(rung, from)}`;
    const isLast = at === rungs.length - 1;
    const ends = [
      `[v${rung.name}]`,
      ...(isLast ? [] : [`[t${at}]`]),
      ...(isLast && sprite !== undefined ? ['[frames]'] : []),
      ...(rung === poster?.rung ? ['[opening]'] : []),
    ];
    return `${source}${ends.length > 1 ? `,split=${ends.length}` : ''}${ends.join('')}`;
  });
  if (sprite !== undefined) steps.push(`[frames]${cellsFilter(sprite)}[cells]`);
  if (poster !== undefined) {
    const trim = `trim=start=${poster.start.toFixed(3)}:duration=${(POSTER_FRAMES / fraction(frameRate)).toFixed(3)}`;
    steps.push(`[opening]${trim},${POSTER_FILTER}[poster]`);
  }
  return steps.join(';');
}

/** Both timestamp flags are needed: without them the picture starts up to a second late. */
const HLS = `
  -f hls -hls_time ${PIECE_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file
  -avoid_negative_ts disabled -hls_segment_options movflags=+negative_cts_offsets`;

const x264 = (rung: Rung, threads: number): string => `
  -c:v libx264 -threads ${threads} -preset veryfast -crf 22 -maxrate ${rung.maxRate} -bufsize ${rung.maxRate * 2}
  -profile:v high -pix_fmt yuv420p -force_key_frames expr:gte(t,n_forced*${PIECE_SECONDS}) -sc_threshold 0
  -color_primaries bt709 -color_trc bt709 -colorspace bt709`;

const rendition = (rung: Rung, threads: number): string[] =>
  splitArgs(`-map [v${rung.name}] ${x264(rung, threads)} ${NO_METADATA} ${HLS}
    -hls_segment_filename v${rung.name}.mp4 v${rung.name}.m3u8`);

const AUDIO = splitArgs(`-map [audio] ${AAC} -b:a 160k ${NO_METADATA} ${HLS}
  -hls_segment_filename ${SOUND_NAME}.mp4 ${SOUND_NAME}.m3u8`);
const SPRITE = splitArgs(`-map [cells] -fps_mode passthrough ${CELLS_OUTPUT}`);
export const POSTER_OUTPUT = `-c:v mjpeg -frames:v 1 -q:v 3 ${NO_METADATA}
  -f image2 -update 1 ${POSTER_NAME}`;
const POSTER = splitArgs(`-map [poster] -fps_mode passthrough ${POSTER_OUTPUT}`);

function soundGraph(sound: SoundStream, heard: boolean, input = 0): string {
  const stereo = toStereo(sound, SOUND_RATE).replace(
    `aresample=${SOUND_RATE}`,
    `aresample=${SOUND_RATE}:async=1:first_pts=0`,
  );
  return `[${input}:${sound.index}]${stereo}${heard ? ',asplit=2[audio][heard]' : '[audio]'}`;
}

/** Also reads a stream that another command converts, if the clocks of both commands would differ otherwise. */
const alongside = ({ demuxer }: VideoInput, stream: { index: number } | null): string[] =>
  stream !== null && CLOCK_BY_USE.has(demuxer) ? splitArgs(`-map 0:${stream.index} -c copy -f null -`) : [];

/** Keeps the timestamps of the source. Otherwise ffmpeg would move the first sound to 0. */
const soundOf = ({ demuxer, path }: SteadySound): string[] => [
  ...splitArgs('-copyts'),
  ...inputFlags(demuxer),
  ...inputOf(path),
];

/** The plan to convert a video to an HLS ladder. Pure. */
export function planVideo(input: VideoInput): VideoPlan {
  const { picture, sound, steady, threads } = input;
  const frameRate = nominalRate(picture.frameRate);
  const rungs = ladder(picture.width, picture.height, fraction(frameRate));
  const rest = rungs.slice(0, -1);
  const first = rungs[rungs.length - 1] as Rung;
  const clip = rungs[0] as Rung;
  const poster = rungs.findLast(({ width, height }) => Math.min(width, height) >= POSTER_SIDE) ?? clip;
  const sprite = spriteGrid(input.duration);
  const before = [...COMMON, ...splitArgs(`-threads ${threads} -filter_complex_threads ${threads}`)];
  // Without these options, ffmpeg would rebuild the filters at each change of size, and `fps` would start again at 0.
  const source = [
    ...(picture.changes === true ? splitArgs('-reinit_filter:v 0 -noautorotate') : []),
    ...inputFlags(input.demuxer),
    ...inputOf(input.path),
  ];
  const front = [...before, ...source, '-filter_complex'];
  const withSound = (graph: string): string => (sound === null ? graph : `${graph};${soundGraph(sound, false)}`);
  const audio = sound === null ? [] : AUDIO;
  const renditions = (some: readonly Rung[]) => some.flatMap((rung) => rendition(rung, threads));
  const justFirst = cascade(input, frameRate, [first], { sprite });
  const taken = { poster: { rung: poster, start: posterStart(input.duration ?? 0) } };
  return {
    frameRate,
    rungs,
    first,
    poster,
    sprite,
    firstArgs: [...front, justFirst, ...renditions([first]), ...SPRITE, ...alongside(input, sound)],
    soundArgs:
      sound === null
        ? null
        : [
            ...before,
            ...(steady === undefined ? source : soundOf(steady)),
            '-filter_complex',
            soundGraph(steady?.stream ?? sound, true),
            ...AUDIO,
            ...splitArgs(`-map [heard] ${TO_ANALYSER}`),
            ...(steady === undefined ? alongside(input, picture) : []),
          ],
    restArgs:
      rest.length === 0
        ? null
        : [
            ...front,
            cascade(input, frameRate, rest, taken),
            ...renditions(rest),
            ...POSTER,
            ...alongside(input, sound),
          ],
    bareFirstArgs: [...front, withSound(justFirst), ...renditions([first]), ...audio, ...SPRITE],
    bareAllArgs: [
      ...front,
      withSound(cascade(input, frameRate, rungs, { sprite, ...taken })),
      ...renditions(rungs),
      ...audio,
      ...SPRITE,
      ...POSTER,
    ],
    clipArgs: [
      ...before,
      ...source,
      ...(steady === undefined ? [] : [...inputFlags(steady.demuxer), ...inputOf(steady.path)]),
      '-filter_complex',
      steady === undefined
        ? withSound(cascade(input, frameRate, [clip], {}))
        : `${cascade(input, frameRate, [clip], {})};${soundGraph(steady.stream, false, 1)}`,
      ...splitArgs(`-map [v${clip.name}] ${x264(clip, threads)}`),
      ...(sound === null ? [] : splitArgs(`-map [audio] ${AAC} -b:a 160k`)),
      ...splitArgs(`${NO_METADATA} -movflags +faststart -f mp4 clip.mp4`),
    ],
  };
}
