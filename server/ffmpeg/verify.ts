import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { COMMON, errorsIn, readIn } from './encode.ts';
import { MediaError } from './media-error.ts';
import { run } from './run.ts';
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

/**
 * Opens one of our outputs again and decodes all of it. Throws MediaError `output-damaged` unless the decoder was
 * content, the duration is the source's, and as many packets came out as were written: damage alone gives exit code 0,
 * and a cut between two fragments decodes without a word. The loop filter is left out: it reads no bits, so it finds
 * no damage. Resolves with the seconds that were decoded.
 */
export async function verify(job: {
  tools: Tools;
  folder: string;
  expected: Expected;
  threads: number;
  signal: AbortSignal;
  timeout: number;
  onProgress?: (seconds: number) => void;
}): Promise<number> {
  const { expected } = job;
  const damaged = (why: string): MediaError => new MediaError('output-damaged', `${expected.name}: ${why}`);
  const result = await run({
    ...job,
    program: 'ffmpeg',
    args: [
      ...COMMON,
      ...words(`-threads ${job.threads} -skip_loop_filter all -protocol_whitelist file -f ${expected.demuxer} -i`),
      `file:${expected.name}`,
      ...words('-map 0 -f null -'),
    ],
    caps: CAPS,
    readable: [],
  });
  const errors = errorsIn(result.stderr);
  if (result.code !== 0 || errors.length > 0) throw damaged(`${result.code} ${errors.slice(0, 20).join('\n')}`);
  const read = readIn(result.stderr);
  const packets = read.map((stream) => stream.packets).join();
  const written = expected.streams.map((stream) => stream.packets).join();
  if (packets !== written) throw damaged(`${packets} packets of ${written}`);
  const durations = expected.streams.map(({ rate, duration }, at) => {
    const stream = read[at];
    const units = stream?.type === 'video' ? stream.frames : stream?.samples;
    const seconds = (units ?? 0) / rate;
    if (Math.abs(seconds - duration) > TOLERANCE) throw damaged(`${seconds} s instead of ${duration} s`);
    return seconds;
  });
  return Math.max(0, ...durations);
}
