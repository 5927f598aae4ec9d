import * as z from 'zod';
import { DECODERS, MAX_PIXELS, inputFlags, inputOf } from './input-flags.ts';
import { ProcessingError } from '../processing-error.ts';
import { run } from '../run/run.ts';
import type { Demuxer } from './sniff.ts';
import type { Tools } from '../run/tools.ts';
import { splitArgs } from '../run/split-args.ts';

const number = z.coerce.number().optional().catch(undefined);

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  sample_rate: number,
  channels: number,
  bits_per_raw_sample: number,
  width: number,
  height: number,
  pix_fmt: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  field_order: z.string().optional(),
  start_time: number,
  duration: number,
  tags: z.object({ DURATION: z.string().optional().catch(undefined) }).default({}),
  disposition: z.object({ default: number, attached_pic: number, timed_thumbnails: number }).partial().default({}),
  side_data_list: z.array(z.looseObject({ rotation: number })).default([]),
});
type Stream = z.infer<typeof Stream>;

/** The part of ffprobe's JSON that we use. */
const Answer = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ format_name: z.string().optional(), duration: number }).default({}),
});

export interface SoundStream {
  index: number;
  codec: string;
  /** Hz. */
  sampleRate: number;
  channels: number;
  /** Bits of one sample, as claimed by the file; null if it claims none. */
  bits: number | null;
  lossless: boolean;
  /** Seconds on the file's clock, as claimed by the file; null if it claims none. */
  end: number | null;
}

export interface PictureStream {
  index: number;
  codec: string;
  /** Pixels as displayed: after rotation, with square pixels. */
  width: number;
  height: number;
  /** Frames a second; the average when the file is variable. */
  frameRate: number;
  /** Degrees clockwise, one of 0, 90, 180, 270. */
  rotation: number;
  /** PQ or HLG. */
  hdr: boolean;
  /** The picture's size changes midway, found while decoding. `width` and `height` are the largest ones. */
  changes?: true;
  /** Each frame contains two half pictures, taken one after the other. */
  interlaced: boolean;
  /** ffmpeg's name of the primaries if they are wider than BT.709, otherwise null. */
  wide: 'bt2020' | 'smpte431' | 'smpte432' | null;
  /** The matrix by which luma and chroma were computed from red, green and blue; null for any other. */
  matrix: 'bt601' | 'bt709' | null;
  /** Seconds on the file's clock, as claimed by the file; null if it claims none. */
  end: number | null;
}

/**
 * The claims of a file about itself. `duration` (seconds) is often wrong, and only decoding reveals the real one; null
 * if the file claims none.
 */
export interface Probe {
  kind: 'song' | 'video';
  demuxer: Demuxer;
  duration: number | null;
  sound: SoundStream | null;
  picture: PictureStream | null;
}

const ENTRIES = [
  'stream=index,codec_type,codec_name,sample_rate,channels,bits_per_raw_sample,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate',
  ',r_frame_rate,color_primaries,color_transfer,color_space,field_order,start_time,duration',
  ':stream_tags=DURATION',
  ':stream_disposition=default,attached_pic,timed_thumbnails',
  ':stream_side_data=rotation',
  ':format=format_name,duration',
].join('');

/** The arguments of ffprobe for an uploaded file. Pure. */
function probeArgs(demuxer: Demuxer, path: string): string[] {
  return [
    ...splitArgs('-v error -hide_banner -threads 1'),
    ...inputFlags(demuxer, 'probe'),
    ...splitArgs(`-show_entries ${ENTRIES} -of json`),
    ...inputOf(path),
  ];
}

const CAPS = { cpuSeconds: 30, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };

/**
 * Runs ffprobe and judges its output. Throws ProcessingError: `unreadable`, `unsupported-codec`, `no-streams`,
 * `too-many-pixels`, `carries-playlist`, or those of `run`.
 */
export async function probe(
  tools: Tools,
  demuxer: Demuxer,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<Probe> {
  const result = await run({
    tools,
    program: 'ffprobe',
    args: probeArgs(demuxer, path),
    caps: CAPS,
    readable: [path],
    folder,
    signal,
    timeout: 60_000,
  });
  if (result.code !== 0) throw refused(result.stderr);
  return judge(demuxer, result.stdout);
}

/** The reason why ffprobe gave up. */
function refused(stderr: string): ProcessingError {
  const detail = `ffprobe: ${stderr.slice(0, 2000)}`;
  if (/not on whitelist/.test(stderr)) return new ProcessingError('unsupported-codec', detail);
  return new ProcessingError(
    /exceeds specified max pixel count/.test(stderr) ? 'too-many-pixels' : 'unreadable',
    detail,
  );
}

/** Judges ffprobe's JSON. Pure. Throws ProcessingError like `probe`. */
export function judge(demuxer: Demuxer, json: string): Probe {
  const parsed = Answer.safeParse(fromJson(json));
  if (!parsed.success) throw new ProcessingError('unreadable', parsed.error.message);
  const { streams, format } = parsed.data;
  // An AVI file with a text stream is the known way to smuggle a playlist in (GAB2). Ordinary songs and clips have
  // none.
  if (demuxer === 'avi' && streams.some(({ codec_type: type }) => type === 'subtitle'))
    throw new ProcessingError('carries-playlist', 'AVI with a subtitle stream');

  const sounds = streams.filter(({ codec_type: type }) => type === 'audio');
  const pictures = streams.filter((stream) => stream.codec_type === 'video' && isPlayed(stream));
  if (sounds.length + pictures.length === 0) throw new ProcessingError('no-streams', json.slice(0, 2000));
  const sound = choose(sounds);
  const picture = choose(pictures);
  return {
    kind: picture === null ? 'song' : 'video',
    demuxer,
    duration: format.duration ?? null,
    sound: sound === null ? null : asSound(sound),
    picture: picture === null ? null : asPicture(picture),
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProcessingError('unreadable', 'ffprobe did not answer in JSON', { cause: error });
  }
}

/** Frames a second of a fraction such as `30000/1001`; 0 when unknown. */
function rateOf(fraction: string | undefined): number {
  const [above = 0, below = 0] = (fraction ?? '').split('/').map(Number);
  return below === 0 || !Number.isFinite(above / below) ? 0 : above / below;
}

/** A higher rate than cameras write (frames a second) is the container's clock: Matroska counts milliseconds. */
const MAX_RATE = 240;
/** Frames a second if only a clock is known, as in browser recordings. */
const ASSUMED_RATE = 30;

function frameRateOf(stream: Stream): number {
  const lowest = rateOf(stream.r_frame_rate);
  const rate = rateOf(stream.avg_frame_rate) || lowest;
  if (rate > 0 && rate <= MAX_RATE) return rate;
  return lowest >= 1 && lowest <= MAX_RATE ? lowest : ASSUMED_RATE;
}

/** Codecs of still images. A stream of these without a frame rate is a cover that its container doesn't mark as one. */
const PHOTOGRAPHS: ReadonlySet<string> = new Set(['mjpeg', 'png']);

/** Excludes covers and thumbnails. A slide show is played, even if its pictures change rarely. */
function isPlayed(stream: Stream): boolean {
  const { attached_pic: cover, timed_thumbnails: thumbnails } = stream.disposition;
  const hasRate = (rateOf(stream.avg_frame_rate) || rateOf(stream.r_frame_rate)) > 0;
  return !cover && !thumbnails && (hasRate || !PHOTOGRAPHS.has(stream.codec_name ?? ''));
}

/**
 * Of the streams that we can decode, the one marked as default, otherwise the first; null when there are no streams.
 */
function choose(streams: readonly Stream[]): Stream | null {
  if (streams.length === 0) return null;
  const known = streams.filter(({ codec_name: name }) => name !== undefined && DECODERS.has(name));
  // Leaving out a part that we cannot decode would publish a silent video, or a song without its picture.
  if (known.length === 0) throw new ProcessingError('unsupported-codec', `codec ${streams[0]?.codec_name}`);
  const large = known.find(({ width = 0, height = 0 }) => width * height > MAX_PIXELS);
  if (large !== undefined) throw new ProcessingError('too-many-pixels', `${large.width}x${large.height}`);
  const whole = known.filter((stream) => (stream.codec_type === 'audio' ? isHeard(stream) : isSeen(stream)));
  const chosen = whole.find(({ disposition }) => disposition.default === 1) ?? whole[0];
  if (chosen === undefined) throw new ProcessingError('unreadable', `${known[0]?.codec_name} without its parameters`);
  return chosen;
}

const isHeard = (stream: Stream): boolean => (stream.sample_rate ?? 0) > 0 && (stream.channels ?? 0) > 0;
const isSeen = (stream: Stream): boolean => (stream.width ?? 0) > 0 && (stream.height ?? 0) > 0;

/** Most containers state how long each stream is; Matroska states when it ends, as `00:03:20.500000000`. */
function endOf({ start_time: start = 0, duration, tags }: Stream): number | null {
  if (duration !== undefined) return start + duration;
  const [, hours, minutes, seconds] = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(tags.DURATION ?? '') ?? [];
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function asSound(stream: Stream): SoundStream {
  const codec = stream.codec_name ?? '';
  return {
    index: stream.index,
    codec,
    sampleRate: stream.sample_rate ?? 0,
    channels: stream.channels ?? 0,
    bits: stream.bits_per_raw_sample || null,
    lossless: /^(flac|alac|pcm_(?!alaw|mulaw).*|wmalossless)$/.test(codec),
    end: endOf(stream),
  };
}

/** The declared colour matrix; if none is declared, the matrix that players assume for a picture of this height. */
function matrixOf({ color_space: declared = 'unknown', height = 0 }: Stream): PictureStream['matrix'] {
  if (declared === 'unknown') return height >= 720 ? 'bt709' : 'bt601';
  if (declared === 'bt709') return 'bt709';
  return /^(smpte170m|bt470bg|fcc)$/.test(declared) ? 'bt601' : null;
}

const WIDE = ['bt2020', 'smpte431', 'smpte432'] as const;

function asPicture(stream: Stream): PictureStream {
  const turned = stream.side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  // ffprobe gives degrees counter-clockwise.
  const rotation = (((Math.round(-turned / 90) * 90) % 360) + 360) % 360;
  const [wide = 1, high = 1] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number);
  const square = wide > 0 && high > 0 ? wide / high : 1;
  const width = Math.max(1, Math.round((stream.width ?? 0) * square));
  const height = stream.height ?? 0;
  const upright = rotation % 180 === 0;
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    width: upright ? width : height,
    height: upright ? height : width,
    frameRate: frameRateOf(stream),
    rotation,
    hdr: /^(smpte2084|arib-std-b67)$/.test(stream.color_transfer ?? ''),
    interlaced: /^(tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    wide: WIDE.find((primaries) => primaries === stream.color_primaries) ?? null,
    matrix: matrixOf(stream),
    end: endOf(stream),
  };
}
