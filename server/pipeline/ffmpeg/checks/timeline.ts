import { ProcessingError } from '../processing-error.ts';
import { inputFlags, inputOf } from '../inspect/input-flags.ts';
import type { Probe } from '../inspect/probe.ts';
import { COMMON } from '../run/encode.ts';
import { NICENESS } from '../run/niceness.ts';
import { run } from '../run/run.ts';
import { splitArgs } from '../run/split-args.ts';
import type { Tools } from '../run/tools.ts';

/** Timing of a stream's packets, read without decoding. In seconds, on a clock that begins with the file. */
interface Lane {
  end: number;
  /** The sum of all packet durations. Differs from `end` where timestamps jump, restart or do not count in samples. */
  sum: number;
}

export interface Timeline {
  picture: Lane | null;
  sound: Lane | null;
}

const CAPS = { cpuSeconds: 600, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };
const HOUR = 3_600_000;

/**
 * Reads ffmpeg's `framecrc`: the time base of each stream, then a line per packet with its times in that base. If a
 * Vorbis stream ends before its last packet begins, ffmpeg gives that packet a negative duration, printed as an
 * unsigned number of 32 bits.
 */
class PacketReader {
  #rest = '';
  readonly #bases: number[] = [];
  readonly #lanes: (Lane | undefined)[] = [];

  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** Streams are numbered in the order in which they were mapped; null for one without packets. */
  lane(stream: number): Lane | null {
    return this.#lanes[stream] ?? null;
  }

  #line(line: string): void {
    const [, stream, above, below] = /^#tb (\d+): (\d+)\/(\d+)/.exec(line) ?? [];
    if (stream !== undefined) this.#bases[Number(stream)] = Number(above) / Number(below);
    const numbers = /^(\d+), +-?\d+, +(-?\d+), +(\d+),/.exec(line);
    if (numbers === null) return;
    const [at = 0, pts = 0, length = 0] = numbers.slice(1).map(Number);
    const base = this.#bases[at] ?? 0;
    const [start, lasts] = [pts * base, (length < 2 ** 31 ? length : length - 2 ** 32) * base];
    const lane = (this.#lanes[at] ??= { end: start, sum: 0 });
    lane.end = Math.max(lane.end, start + lasts);
    lane.sum += lasts;
  }
}

interface Source extends Pick<Probe, 'demuxer' | 'picture' | 'sound'> {
  tools: Tools;
  path: string;
  folder: string;
  signal: AbortSignal;
}

/**
 * Reads the packets of a source in a separate command, because the command that made a rendition can't prove it right.
 * Null if ffmpeg gives up reading, for example at damage that a decoder survives. Throws ProcessingError like `run`.
 */
export async function readTimeline({ demuxer, picture, sound, path, ...reading }: Source): Promise<Timeline | null> {
  const reader = new PacketReader();
  const decoder = new TextDecoder();
  const maps = [picture, sound].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.index}`]));
  const args = [...inputFlags(demuxer), ...inputOf(path), ...maps];
  const { code } = await run({
    ...reading,
    program: 'ffmpeg',
    args: [...COMMON, ...args, ...splitArgs('-c copy -copyinkf -f framecrc pipe:3')],
    caps: CAPS,
    readable: [path],
    timeout: HOUR,
    niceness: NICENESS.background,
    onPipe: (chunk) => reader.add(decoder.decode(chunk, { stream: true })),
  });
  if (code !== 0) return null;
  const first = picture === null ? -1 : 0;
  return { picture: reader.lane(first), sound: sound === null ? null : reader.lane(first + 1) };
}

/**
 * Seconds by which a rendition of an undamaged source may differ from it. Players are out of step from about a tenth.
 */
const TOLERANCE = 0.5;
/**
 * Files under a second have half their length as tolerance, but at least this. MP3 and AAC files count whole frames, of
 * which up to 0.3 s, at 8 kHz, are not played.
 */
const PADDING = 0.3;
const toleranceOf = (seconds: number): number => Math.min(TOLERANCE, Math.max(PADDING, seconds / 2));
/** The share of a damaged file that may be lost: one or two frames a second. */
const LOSS = 0.05;

/** One stream of a rendition. */
export interface MadeStream {
  name: string;
  type: 'picture' | 'sound';
  /** Seconds. */
  duration: number;
  /** Whether the decoder found damage. */
  isDamaged: boolean;
}

/**
 * Compares a stream of a rendition with the packets of its source. A song may last as long as either reading of its
 * source, and a picture may last until its sound ends. Throws ProcessingError: `unreadable` if damage took too much of the
 * stream, `differs` if its length differs for no reason in the file.
 */
export function compareWithSource(source: Timeline | null, { name, type, duration, isDamaged }: MadeStream): void {
  if (source === null) return;
  const { picture, sound } = source;
  const lane = type === 'picture' ? picture : sound;
  if (lane === null) throw new ProcessingError('differs', `${name}: its source has no ${type}`);
  const readings = [lane.end];
  if (type === 'picture' && sound !== null) readings.push(Math.max(lane.end, sound.end));
  if (picture === null) readings.push(lane.sum);
  // The last frame of a picture may last longer than its packet states.
  const excess = (reading: number) => (type === 'picture' ? TOLERANCE : toleranceOf(reading));
  const isAsLong = (reading: number) =>
    duration >= reading - toleranceOf(reading) && duration <= reading + excess(reading);
  if (readings.some(isAsLong)) return;
  const detail = `${name}: ${duration} s, its source has ${readings.join(' or ')} s`;
  const least = Math.min(...readings);
  if (!isDamaged || duration > Math.max(...readings)) throw new ProcessingError('differs', detail);
  if (duration < least * (1 - LOSS) - toleranceOf(least)) throw new ProcessingError('unreadable', detail);
}
