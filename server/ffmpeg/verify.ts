import { type Hash, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { COMMON, errorsIn, readIn } from './encode.ts';
import { follow } from './follow.ts';
import { MediaError } from './media-error.ts';
import { type RunResult, run } from './run.ts';
import type { Demuxer } from './sniff.ts';
import type { Tools } from './tools.ts';
import { words } from './words.ts';

/** Seconds by which an output may differ from what was decoded of the source. */
const TOLERANCE = 0.1;
const CAPS = { cpuSeconds: 4 * 3600, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };

/** What one stream of an output must turn out to be. */
export interface ExpectedStream {
  /** Packets that were written. */
  packets: number;
  /** Samples of sound, or frames of a picture, a second. */
  rate: number;
  /** Seconds, from the decode of the source. */
  duration: number;
}

export interface Expected {
  /** Relative to the folder. */
  name: string;
  demuxer: Demuxer;
  /** In the order of the file. */
  streams: ExpectedStream[];
}

export interface Measured {
  bytes: number;
  sha256: string;
}

/** Size and SHA-256 (hexadecimal) of a file. */
export async function measure(path: string): Promise<Measured> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

interface Opening {
  tools: Tools;
  folder: string;
  threads: number;
  signal: AbortSignal;
  timeout: number;
}

const damaged = (name: string, why: string): MediaError => new MediaError('output-damaged', `${name}: ${why}`);

/** Decodes all of an output, from its file or from what it is given. */
function decode(job: Opening, demuxer: Demuxer, from: { name: string } | { input: AsyncIterable<Buffer> }) {
  const [protocol, url] = 'name' in from ? ['file', `file:${from.name}`] : ['pipe', 'pipe:0'];
  return run({
    ...job,
    ...('input' in from ? { input: from.input } : {}),
    program: 'ffmpeg',
    // In the shadow of the encoders, and never in front of them.
    niceness: 19,
    args: [
      ...COMMON,
      ...words(`-threads ${job.threads} -skip_loop_filter all -protocol_whitelist ${protocol} -f ${demuxer}`),
      '-i',
      url,
      ...words('-map 0 -f null -'),
    ],
    caps: CAPS,
    readable: [],
  });
}

/** The verdict on a decode; the seconds that were decoded. */
function judge(expected: Expected, result: RunResult): number {
  const errors = errorsIn(result.stderr);
  if (result.code !== 0 || errors.length > 0)
    throw damaged(expected.name, `${result.code} ${errors.slice(0, 20).join('\n')}`);
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

/**
 * Opens one of our outputs again and decodes all of it. Throws MediaError `output-damaged` unless the decoder was
 * content, the duration is the source's, and as many packets came out as were written: damage alone gives exit code 0,
 * and a cut between two fragments decodes without a word. The loop filter is left out: it reads no bits, so it finds
 * no damage. Resolves with the seconds that were decoded.
 */
export async function verify(job: Opening & { expected: Expected }): Promise<number> {
  const { expected } = job;
  return judge(expected, await decode(job, expected.demuxer, { name: expected.name }));
}

/**
 * The same of an output that is still being written, as far as it has come, so that little is left to do once `made`
 * says what it must be. Throws `output-damaged` also when the file, measured when it was whole, does not hold exactly
 * the bytes that were decoded; and the signal must abort when `made` rejects.
 */
export async function verifyAsWritten(
  job: Opening & { name: string; demuxer: Demuxer; made: Promise<{ expected: Expected; media: Measured }> },
): Promise<number> {
  const { name, made } = job;
  const hash = createHash('sha256');
  const input = hashed(follow(join(job.folder, name), made, job.signal), hash);
  const [result, { expected, media }] = await Promise.all([decode(job, job.demuxer, { input }), made]);
  const seconds = judge(expected, result);
  if (hash.digest('hex') !== media.sha256) throw damaged(name, 'it does not hold the bytes that were decoded');
  return seconds;
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
