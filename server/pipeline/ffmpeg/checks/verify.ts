import { type Hash, createHash } from 'node:crypto';
import { join } from 'node:path';
import { COMMON, errorsIn, readIn } from '../run/encode.ts';
import { follow } from '../run/follow.ts';
import { ProcessingError } from '../processing-error.ts';
import { type RunResult, run } from '../run/run.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import type { Folders, Measured } from '../run/collect.ts';
import type { Tools } from '../run/tools.ts';
import { splitArgs } from '../run/split-args.ts';
import { NICENESS } from '../run/niceness.ts';

/** Seconds by which an output may differ from the decoded source. */
const TOLERANCE = 0.1;
const CAPS = { cpuSeconds: 4 * 3600, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };

/** The expectations of one stream of an output. */
interface ExpectedStream {
  /** Packets that were written. */
  packets: number;
  /** Samples of sound, or frames of a picture, a second. */
  rate: number;
  /** Seconds, from the decode of the source. */
  duration: number;
}

export interface Expected {
  /** The name of the file in our folder. */
  name: string;
  demuxer: Demuxer;
  /** In the order of the file's streams. */
  streams: ExpectedStream[];
}

interface VerifyOptions extends Folders {
  tools: Tools;
  signal: AbortSignal;
  timeout: number;
  /** From 0 to 19; if omitted, that of background work. */
  niceness?: number;
}

const damaged = (name: string, why: string): ProcessingError =>
  new ProcessingError('output-damaged', `${name}: ${why}`);

/** Decodes all of an output. ffmpeg gets the bytes themselves, so that it doesn't need access to our folder. */
function decode(job: VerifyOptions, demuxer: Demuxer, input: AsyncIterable<Buffer>) {
  return run({
    ...job,
    input,
    program: 'ffmpeg',
    niceness: job.niceness ?? NICENESS.background,
    args: [
      ...COMMON,
      // Decoding takes hardly a tenth of the encoding's time, so more threads would only wait for each other.
      ...splitArgs(`-threads 1 -skip_loop_filter all -protocol_whitelist pipe -f ${demuxer}`),
      ...splitArgs('-i pipe:0 -map 0 -f null -'),
    ],
    caps: CAPS,
    readable: [],
  });
}

/** Compares a decode with the expectations. Returns the decoded seconds. */
function checkDecoded(expected: Expected, result: RunResult): number {
  const errors = errorsIn(result.stderr);
  if (result.code !== 0 || errors.length > 0)
    throw damaged(expected.name, `${result.code} ${errors.slice(0, 20).join('\n')}`);
  // Picture and sound are separate files, so one that begins late is out of step with the other. Frames that are stored
  // in another order than they are shown count as late; our encoder has two of them.
  const reordered = 2 / (expected.streams[0]?.rate ?? 1);
  const start = Number(/Duration: .*?, start: (-?[\d.]+)/.exec(result.stderr)?.[1] ?? 0);
  if (Math.abs(start) > TOLERANCE + reordered) throw damaged(expected.name, `it begins at ${start} s`);
  const read = readIn(result.stderr);
  const packets = read.map((stream) => stream.packets).join();
  const written = expected.streams.map((stream) => stream.packets).join();
  if (packets !== written) throw damaged(expected.name, `${packets} packets of ${written}`);
  const durations = expected.streams.map(({ rate, duration }, at) => {
    const stream = read[at];
    const units = stream?.type === 'video' ? stream.frames : stream?.samples;
    const seconds = (units ?? 0) / rate;
    if (Math.abs(seconds - duration) > TOLERANCE) throw damaged(expected.name, `${seconds} s instead of ${duration} s`);
    return seconds;
  });
  return Math.max(0, ...durations);
}

/** The expectations of a complete output. */
export interface Made {
  expected: Expected;
  media: Measured;
}

/**
 * Opens one of our outputs again and decodes all of it. Throws ProcessingError `output-damaged` unless the decoder reported
 * no error, the output begins at 0, its duration is that of the decoded source, as many packets were read as written,
 * and the file contains exactly the decoded bytes. An exit code of 0 doesn't exclude damage, and a cut between two
 * fragments decodes without an error. The loop filter is skipped, because it reads no bits and so finds no damage.
 * Resolves with the decoded seconds.
 */
export async function verify(job: VerifyOptions & Made): Promise<number> {
  const { name, demuxer } = job.expected;
  return verifyAsWritten({ ...job, name, demuxer, made: Promise.resolve(job) });
}

/**
 * Like `verify`, but follows an output that is still being written, so that little is left to do once `made` resolves
 * with the expectations and the file is in our folder. The signal must abort when `made` rejects.
 */
export async function verifyAsWritten(
  job: VerifyOptions & { name: string; demuxer: Demuxer; made: Promise<Made> },
): Promise<number> {
  const { name, made, out, folder } = job;
  const hash = createHash('sha256');
  const input = hashed(follow([join(out, name), join(folder, name)], made, job.signal), hash);
  const [result, { expected, media }] = await Promise.all([decode(job, job.demuxer, input), made]);
  const seconds = checkDecoded(expected, result);
  if (hash.digest('hex') !== media.sha256) throw damaged(name, 'it does not hold the bytes that were decoded');
  return seconds;
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
