import { ProcessingError } from '../processing-error.ts';
import { watchEntrances } from './changes.ts';
import { type Run, type RunResult, run } from './run.ts';
import { splitArgs } from './split-args.ts';

/** The counts of one stream of an output, or of an input that was decoded. */
export interface StreamCount {
  /** Number of the file on the command line. */
  file: number;
  stream: number;
  type: 'audio' | 'video';
  /** Packets written (of an output) or read (of an input). */
  packets: number;
  /** Frames, and samples of sound, that passed through the encoder or the decoder. */
  frames: number;
  samples: number;
}

/** The first arguments of all our ffmpeg commands. */
export const COMMON = splitArgs(
  '-hide_banner -nostdin -y -loglevel level+verbose -nostats -progress pipe:1 -stats_period 0.25',
);

const OUTPUT = /Output stream #(\d+):(\d+) \((audio|video)\): (.*)/g;
const INPUT = /Input stream #(\d+):(\d+) \((audio|video)\): (.*)/g;

function countsIn(log: string, pattern: RegExp): StreamCount[] {
  return [...log.matchAll(pattern)].map(([, file, stream, type, rest = '']) => {
    const number = (of: RegExp): number => Number(of.exec(rest)?.[1] ?? 0);
    return {
      file: Number(file),
      stream: Number(stream),
      type: type === 'video' ? 'video' : 'audio',
      packets: number(/\b(\d{1,15}) packets (?:muxed|read)/),
      frames: number(/\b(\d{1,15}) frames (?:encoded|decoded)/),
      samples: number(/\((\d+) samples\)/),
    };
  });
}

/** The counts of written streams, from the end of a log at level `verbose`. */
const writtenIn = (log: string): StreamCount[] => countsIn(log, OUTPUT);
/** The counts of streams that were read and decoded. */
export const readIn = (log: string): StreamCount[] => countsIn(log, INPUT);

/** The lines that report an error. */
export function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => /\[(error|fatal|panic)\]/.test(line));
}

export interface Encoded extends RunResult {
  /** Counts of the streams of all outputs. */
  written: StreamCount[];
  /** Counts of the streams of the input that were used. */
  read: StreamCount[];
  /** Whether a part of the file could not be read. */
  isDamaged: boolean;
}

/**
 * Runs ffmpeg on a user's file. Damage that ffmpeg survives is accepted; if ffmpeg gives up, the file is `unreadable`.
 * Throws ProcessingError like `run`, and ChangedMidway as soon as the format of picture or sound changes.
 */
export async function encode(job: Omit<Run, 'program' | 'onLog'>): Promise<Encoded> {
  const result = await run({ ...job, program: 'ffmpeg', onLog: watchEntrances() });
  const errors = errorsIn(result.stderr);
  if (result.code !== 0)
    throw new ProcessingError('unreadable', `ffmpeg: ${result.code} ${errors.slice(-20).join('\n')}`);
  const written = writtenIn(result.stderr);
  if (written.length === 0) throw new ProcessingError('engine', 'ffmpeg does not tell what it wrote');
  return { ...result, written, read: readIn(result.stderr), isDamaged: errors.length > 0 };
}
