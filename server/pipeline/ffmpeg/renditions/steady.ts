import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkLength } from '../checks/cost.ts';
import type { Budget } from '../checks/cost.ts';
import { CLOCK_BY_USE, inputFlags, inputOf } from '../inspect/input-flags.ts';
import type { PictureStream, Probe, SoundStream } from '../inspect/probe.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import { ProcessingError } from '../processing-error.ts';
import { sizeInLine } from '../run/changes.ts';
import type { Folders } from '../run/collect.ts';
import { COMMON, errorsIn } from '../run/encode.ts';
import { run } from '../run/run.ts';
import { splitArgs } from '../run/split-args.ts';
import type { Tools } from '../run/tools.ts';

/** The sound of a source converted to a single format, in the decoders' folder. */
export interface SteadySound {
  /** Relative to that folder. */
  path: string;
  demuxer: Demuxer;
  stream: SoundStream;
}

export interface SteadyJob extends Folders {
  tools: Tools;
  path: string;
  probed: Probe;
  threads: number;
  budget: Budget;
  niceness: number;
  signal: AbortSignal;
}

/** Hz. */
const RATE = 48_000;
const CAPS = { addressSpace: 4 * 2 ** 30, fileSize: 2 ** 33 };
const EIGHT_HOURS = 8 * 3_600_000;
const NAME = 'steady.mka';

/**
 * Converts any channel layout to stereo. ffmpeg lowers mono by 3 dB when it spreads it to both sides, so `volume` raises
 * it before. `pan` can't be used because it is configured for one number of channels.
 */
const TO_STEREO = `volume=volume=if(eq(nb_channels\\,1)\\,sqrt(2)\\,1):precision=float,aresample=${RATE}:osf=fltp:ochl=stereo`;

const runOn = (job: SteadyJob, args: readonly string[], onLog?: (line: string) => void) =>
  run({
    tools: job.tools,
    program: 'ffmpeg',
    args: [
      ...COMMON,
      ...splitArgs(`-threads ${job.threads}`),
      ...inputFlags(job.probed.demuxer),
      ...inputOf(job.path),
      ...args,
    ],
    caps: { ...CAPS, cpuSeconds: job.budget.cpuSeconds },
    readable: [job.path],
    folder: job.folder,
    signal: job.signal,
    niceness: job.niceness,
    timeout: EIGHT_HOURS,
    onProgress: (seconds) => checkLength(job.budget, seconds),
    ...(onLog !== undefined && { onLog }),
  });

/**
 * Converts sound whose sample rate or channels change midway to a single lossless format, with its original timestamps.
 * ffmpeg rebuilds its filters at each change and they lose their state, so this uses stateless filters only. Throws
 * ProcessingError like `run`.
 */
export async function steadySound(job: SteadyJob, sound: SoundStream): Promise<SteadySound> {
  const { picture, demuxer } = job.probed;
  const clock =
    picture !== null && CLOCK_BY_USE.has(demuxer) ? splitArgs(`-map 0:${picture.index} -c copy -f null -`) : [];
  const { code, stderr } = await runOn(job, [
    '-filter_complex',
    `[0:${sound.index}]${TO_STEREO}[steady]`,
    ...splitArgs('-map [steady] -c:a flac -sample_fmt s32 -compression_level 0 -map_metadata -1 -map_chapters -1'),
    ...splitArgs(`-avoid_negative_ts disabled -f matroska file:${NAME}`),
    ...clock,
  ]);
  if (code !== 0)
    throw new ProcessingError('unreadable', `steady sound: ${code} ${errorsIn(stderr).slice(-20).join('\\n')}`);
  const stream = { ...sound, index: 0, codec: 'flac', sampleRate: RATE, channels: 2, bits: 24, end: null };
  return { path: NAME, demuxer: 'matroska', stream };
}

/** Decodes the picture to find its largest size. Throws ProcessingError like `run`. */
export async function largestPicture(job: SteadyJob, picture: PictureStream): Promise<PictureStream> {
  const sizes: { width: number; height: number }[] = [picture];
  const isUpright = picture.rotation % 180 === 0;
  const { code, stderr } = await runOn(
    job,
    ['-filter_complex', `[0:${picture.index}]null[seen]`, ...splitArgs('-map [seen] -f null -')],
    (line) => {
      const size = sizeInLine(line);
      if (size === null) return;
      // The log has the coded size, before the rotation, and its pixels may not be square.
      const width = Math.max(1, Math.round(size.width * size.square));
      sizes.push(isUpright ? { width, height: size.height } : { width: size.height, height: width });
    },
  );
  if (code !== 0) throw new ProcessingError('unreadable', `sizes: ${code} ${errorsIn(stderr).slice(-20).join('\\n')}`);
  const largest = sizes.reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one));
  return { ...picture, ...largest, changes: true };
}

/** Removes the files of the failed attempt, so that the next attempt doesn't read them as its own. */
export async function clearAttempt({ folder, out, path }: SteadyJob): Promise<void> {
  const kept = new Set([path, NAME]);
  for (const place of [folder, out])
    for (const name of await readdir(place))
      if (place === out || !kept.has(name)) await rm(join(place, name), { recursive: true, force: true });
}
