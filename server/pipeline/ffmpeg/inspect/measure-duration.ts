import { COMMON } from '../run/encode.ts';
import { ProcessingError } from '../processing-error.ts';
import { run } from '../run/run.ts';
import { splitArgs } from '../run/split-args.ts';
import type { Tools } from '../run/tools.ts';
import { inputFlags, inputOf } from './input-flags.ts';
import type { Probe } from './probe.ts';

/** Reading a gigabyte of packets, or decoding hours of sound of a song that seems too long, takes some seconds. */
const CAPS = { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 20 };
const WITHIN = 5 * 60_000;

/** The arguments for ffmpeg to read all packets of the converted streams, and write nothing. Pure. */
function packetArgs({ demuxer, sound, picture }: Probe, path: string): string[] {
  const maps = [picture, sound].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.index}`]));
  return [...COMMON, ...inputFlags(demuxer), ...inputOf(path), ...maps, ...splitArgs('-c copy -f null -')];
}

/** The arguments for ffmpeg to decode the sound like a conversion, which counts samples and not timestamps. Pure. */
function sampleArgs({ demuxer, sound }: Probe, path: string): string[] {
  const decode = splitArgs(`-map 0:${sound?.index} -af asetpts=N/SR/TB -f null -`);
  return [...COMMON, ...inputFlags(demuxer), ...inputOf(path), ...decode];
}

/** The file, and the folder in which it is read. */
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
    if (error instanceof ProcessingError && error.code === 'too-much-work') return null;
    throw error;
  }
}

/**
 * Measures a file that doesn't state its duration, such as a browser recording: the time of its last packet, in
 * seconds. Null when that time cannot be found either; then the duration is unknown until the file is decoded. Throws
 * ProcessingError if the failure is no evidence against the file.
 */
export const measureDuration = (probe: Probe, reading: Reading): Promise<number | null> =>
  outTimeOf(reading, packetArgs(probe, reading.path));

/**
 * Measures how long a file plays that seems too long, because headers can be wrong, and the timestamps of recordings
 * that were cut from a broadcast or joined begin late or jump ahead. A song plays as long as its samples last; the gaps
 * of a video are filled with its picture. Returns null and throws like `measureDuration`.
 */
export const measurePlayed = (probe: Probe, reading: Reading): Promise<number | null> =>
  probe.picture === null ? outTimeOf(reading, sampleArgs(probe, reading.path)) : measureDuration(probe, reading);
