import { COMMON } from '../run/encode.ts';
import { MediaError } from '../media-error.ts';
import { run } from '../run/run.ts';
import { splitArgs } from '../run/split-args.ts';
import type { Tools } from '../run/tools.ts';
import { inputFlags, inputOf } from './input-flags.ts';
import type { Probe } from './probe.ts';

/** Bytes are read, of a song that seems too long its sound is decoded: a gigabyte, and hours of sound, take some seconds. */
const CAPS = { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };
const WITHIN = 5 * 60_000;

/** The arguments of ffmpeg that read all packets of what is to be converted, and write nothing: pure. */
function packetArgs({ demuxer, sound, picture }: Probe, path: string): string[] {
  const maps = [picture, sound].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.index}`]));
  return [...COMMON, ...inputFlags(demuxer), ...inputOf(path), ...maps, ...splitArgs('-c copy -f null -')];
}

/** Those that decode its sound as a conversion does, which counts samples and no timestamps: pure. */
function sampleArgs({ demuxer, sound }: Probe, path: string): string[] {
  const decode = splitArgs(`-map 0:${sound?.index} -af asetpts=N/SR/TB -f null -`);
  return [...COMMON, ...inputFlags(demuxer), ...inputOf(path), ...decode];
}

/** Where the file is, and where it is read. */
interface Reading {
  tools: Tools;
  path: string;
  folder: string;
  signal: AbortSignal;
}

async function outTimeOf({ tools, path, folder, signal }: Reading, args: string[]): Promise<number | null> {
  try {
    const job = { args, caps: CAPS, readable: [path], folder, signal, timeout: WITHIN };
    const { code, outTime } = await run({ ...job, tools, program: 'ffmpeg' });
    return code === 0 && outTime > 0 ? outTime : null;
  } catch (error) {
    if (error instanceof MediaError && error.code === 'too-much-work') return null;
    throw error;
  }
}

/**
 * How long a file is that does not say it, as what browsers record: the time of its last packet, in seconds. Null when that
 * cannot be told either; then nothing is known before it is decoded. Throws MediaError where that says nothing about the file.
 */
export const measureDuration = (probe: Probe, reading: Reading): Promise<number | null> =>
  outTimeOf(reading, packetArgs(probe, reading.path));

/**
 * How long a file plays, for one that seems too long: headers lie, and the timestamps of what was cut from a broadcast or
 * put together begin late or leap ahead. A song plays for as long as its samples last; the gaps of a video are filled with
 * its picture. Null and throws as `measureDuration`.
 */
export const measurePlayed = (probe: Probe, reading: Reading): Promise<number | null> =>
  probe.picture === null ? outTimeOf(reading, sampleArgs(probe, reading.path)) : measureDuration(probe, reading);
