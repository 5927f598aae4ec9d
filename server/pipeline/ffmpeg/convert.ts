import { availableParallelism } from 'node:os';
import { ProcessingError } from './processing-error.ts';
import type { Budget } from './checks/cost.ts';
import { describeSound } from './checks/report.ts';
import { readTimeline } from './checks/timeline.ts';
import type { PictureStream, Probe, SoundStream } from './inspect/probe.ts';
import type { Demuxer } from './inspect/sniff.ts';
import type { Converted, Playable } from './renditions/outputs.ts';
import { makeSong } from './renditions/song.ts';
import { type SteadyJob, clearAttempt, largestPicture, steadySound } from './renditions/steady.ts';
import { makeVideo } from './renditions/video.ts';
import type { Growing, VideoJob } from './renditions/video-job.ts';
import { POSTER_NAME } from './renditions/video-plan.ts';
import { ChangedMidway, type Changing } from './run/changes.ts';
import type { Folders } from './run/collect.ts';
import type { Tools } from './run/tools.ts';
import type { Progress } from './stages.ts';

/** The options of a conversion, and callbacks for renditions that can be played before it ends. */
export interface Conversion extends Progress {
  tools: Tools;
  signal: AbortSignal;
  /** Threads of one encode; 0 uses as many as the machine has processors, at most eight. */
  threads: number;
  /** How far all commands yield to everything else on the machine, from 0 to 19. */
  niceness?: number;
  /** The budget of a file, by its claims; a throw ends the work. */
  judge?: (probe: Probe) => Budget;
  /**
   * Called when the first rendition can be played while the others are being made. The files of `outputs` are complete
   * in the folder `out` and don't change any more; in the final result of a video, a master playlist with another name
   * replaces the one here. Processing waits for the promise.
   */
  onPlayable?: (partial: Playable) => Promise<void>;
  /**
   * Called when the first rendition of a video begins to be written and can be read as it grows. Processing continues
   * during the promise and ends after it; the promise must not reject, and must end soon after the tracks that it
   * reads.
   */
  onGrowing?: (growing: Growing) => Promise<void>;
}

/** A file whose claims and budget are known. */
export interface JudgedFile extends Folders {
  path: string;
  demuxer: Demuxer;
  probed: Probe;
  budget: Budget;
}

/** Converts a file to a song or a video. Throws ProcessingError. */
export async function convert(conversion: Conversion, file: JudgedFile): Promise<Converted> {
  const { threads, niceness = 0, onPlayable = async () => {} } = conversion;
  const { probed } = file;
  const reading = new AbortController();
  const signal = AbortSignal.any([conversion.signal, reading.signal]);
  const source = readTimeline({ ...conversion, ...probed, ...file, signal });
  const settled = Promise.allSettled([source]);
  try {
    return await makeSteady({
      ...conversion,
      ...file,
      threads: threads > 0 ? threads : Math.min(8, availableParallelism()),
      niceness,
      claimedSeconds: probed.duration,
      onPlayable,
      source,
      picture: probed.picture,
      sound: probed.sound,
      steady: undefined,
    });
  } finally {
    reading.abort();
    await settled;
  }
}

type Job = Omit<VideoJob, 'picture'> & SteadyJob & Pick<Conversion, 'judge'> & { picture: PictureStream | null };

/** Converts a file, and repeats that with a uniform stream if the format of a stream changes midway. */
async function makeSteady(job: Job): Promise<Converted> {
  const { probed, sound } = job;
  const changes = new Set<Changing>();
  const steadied = { ...job };
  for (;;)
    try {
      return await make(steadied, sound);
    } catch (error) {
      if (!(error instanceof ChangedMidway) || changes.has(error.what)) throw error;
      changes.add(error.what);
      await clearAttempt(steadied);
      // The early video of the first attempt is kept. Another one would remove it while people watch it.
      delete steadied.onGrowing;
      if (error.what === 'sound' && sound !== null) steadied.steady = await steadySound(steadied, sound);
      else if (job.picture !== null) {
        steadied.picture = await largestPicture(steadied, job.picture);
        steadied.budget = job.judge?.({ ...probed, picture: steadied.picture }) ?? steadied.budget;
      }
    }
}

/** Converts to a song or a video. Throws ProcessingError; ChangedMidway names the stream that must be made uniform first. */
async function make(job: Job, sound: SoundStream | null): Promise<Converted> {
  const { picture, steady } = job;
  if (picture !== null) {
    const { analysis, duration, sprite, outputs } = await makeVideo({ ...job, picture });
    const largest = outputs.find(({ role }) => role === 'hls-rendition');
    return {
      kind: 'video',
      duration,
      width: largest?.width ?? null,
      height: largest?.height ?? null,
      ...describeSound(analysis, sound),
      poster: POSTER_NAME,
      sprite,
      outputs,
    };
  }
  if (sound === null) throw new ProcessingError('no-streams', 'neither sound nor picture');
  const source = steady === undefined ? { sound } : { ...steady, sound: steady.stream };
  const { analysis, outputs } = await makeSong({ ...job, ...source });
  return {
    kind: 'song',
    duration: analysis.duration,
    width: null,
    height: null,
    ...describeSound(analysis, sound),
    poster: null,
    sprite: null,
    outputs,
  };
}
