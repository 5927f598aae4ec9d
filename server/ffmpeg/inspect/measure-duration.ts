import { COMMON } from '../run/encode.ts';
import { MediaError } from '../media-error.ts';
import { run } from '../run/run.ts';
import { splitArgs } from '../run/split-args.ts';
import type { Tools } from '../run/tools.ts';
import { inputFlags, inputOf } from './input-flags.ts';
import type { Probe } from './probe.ts';

/** Bytes are read and nothing is decoded: a gigabyte takes some seconds. */
const CAPS = { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };
const WITHIN = 5 * 60_000;

/** The arguments of ffmpeg that read all packets of what is to be converted, and write nothing: pure. */
function measureArgs({ demuxer, sound, picture }: Probe, path: string): string[] {
  const maps = [picture, sound].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.index}`]));
  return [...COMMON, ...inputFlags(demuxer), ...inputOf(path), ...maps, ...splitArgs('-c copy -f null -')];
}

/**
 * How long a file is that does not say it, as what browsers record: the time of its last packet, in seconds. Null when that
 * cannot be told either; then nothing is known before it is decoded. Throws MediaError where that says nothing about the file.
 */
export async function measureDuration(
  tools: Tools,
  probe: Probe,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const job = { args: measureArgs(probe, path), caps: CAPS, readable: [path], folder, signal, timeout: WITHIN };
    const { code, outTime } = await run({ ...job, tools, program: 'ffmpeg' });
    return code === 0 && outTime > 0 ? outTime : null;
  } catch (error) {
    if (error instanceof MediaError && error.code === 'too-much-work') return null;
    throw error;
  }
}
