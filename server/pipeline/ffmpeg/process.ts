import { mkdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Analysis, type Loudness, loudnessOf } from './inspect/analyse.ts';
import { ProcessingError } from './processing-error.ts';
import { measureDuration, measurePlayed } from './inspect/measure-duration.ts';
import { type PictureStream, type Probe, type SoundStream, probe } from './inspect/probe.ts';
import { ChangedMidway, type Changing } from './run/changes.ts';
import { readTimeline } from './checks/timeline.ts';
import { makeReadable } from './run/make-readable.ts';
import { type Report, reportOn } from './checks/report.ts';
import type { Budget } from './checks/cost.ts';
import type { Output, Playable, Sprite } from './renditions/outputs.ts';
import { type Demuxer, sniffFile } from './inspect/sniff.ts';
import { makeSong } from './renditions/song.ts';
import { type Tags, readTags } from './inspect/tags.ts';
import type { Tools } from './run/tools.ts';
import { type SteadyJob, clearAttempt, largestPicture, steadySound } from './renditions/steady.ts';
import { makeVideo } from './renditions/video.ts';
import type { Growing, VideoJob } from './renditions/video-job.ts';
import { POSTER_NAME } from './renditions/video-plan.ts';

export interface Result {
  kind: 'song' | 'video';
  /** Seconds, as decoded. */
  duration: number;
  /** Pixels of the largest rendition; null for songs. */
  width: number | null;
  height: number | null;
  probe: Probe;
  loudness: Loudness | null;
  /** 800 values from 0 to 255; null for a video without sound. */
  peaks: number[] | null;
  /** Null for a video without sound. */
  report: Report | null;
  /** Cleaned. The cover is an upload like any other and goes through `makeSquares`. */
  tags: Tags;
  /** Why the tags could not be read, for the log. */
  tagsProblem: string | null;
  /** The file name of the poster. */
  poster: string | null;
  sprite: Sprite | null;
  outputs: Output[];
}

export type ProcessStage = 'probing' | 'transcoding' | 'finishing';

export interface ProcessJob {
  tools: Tools;
  /** Absolute path. The file's type is not derived from its name. */
  input: string;
  /** Absolute path of an existing folder for this job only, which the caller removes. */
  workDir: string;
  signal: AbortSignal;
  /** Threads of one encode; 0 uses as many as the machine has processors, at most eight. */
  threads: number;
  /** Called with the claims of the file before it is converted; a throw ends the work. */
  judge?: (probe: Probe) => Budget;
  /** How far all commands yield to everything else on the machine, from 0 to 19. */
  niceness?: number;
  /** Progress from 0 to 100 within all of the work. Neither the progress nor the stage ever goes back. */
  onStage: (stage: ProcessStage, progress: number) => void;
  /** Called with the file's tags, as soon as they are read. The result waits for the promise. */
  onTags?: (tags: Tags) => Promise<void>;
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

const WITHOUT_LIMITS: Budget = { seconds: 4 * 3600, cpuSeconds: 8 * 3600 };

/**
 * Turns a file into playable outputs: detects its type, converts it, analyses it, and opens every output again. Throws
 * ProcessingError, whose message is for the musician and whose detail is for the log.
 */
export async function processFile(job: ProcessJob): Promise<Result> {
  const { tools, signal } = job;
  job.onStage('probing', 0);
  if ((await stat(job.input)).size === 0) throw new ProcessingError('empty', 'no bytes');
  const sniffed = await sniffFile(job.input);
  if (sniffed === null) throw new ProcessingError('not-media', 'no known magic bytes');
  const [folder, out] = [join(job.workDir, 'decoding'), join(job.workDir, 'out')];
  for (const path of [folder, out]) await mkdir(path, { recursive: true });
  const path = await makeReadable(tools.sandbox, job.input, folder);
  const tagging = readTags(job.input, sniffed.mime, signal).then(async (read) => {
    await job.onTags?.(read.tags);
    return read;
  });
  // Reading the tags runs beside the conversion; this function doesn't end before it.
  const settled = Promise.allSettled([tagging]);
  try {
    const probeResult = await probe(tools, sniffed.demuxer, path, folder, signal);
    const reading = { tools, path, folder, signal };
    const duration = probeResult.duration || (await measureDuration(probeResult, reading));
    const { probed, budget } = await judged(job.judge, { ...probeResult, duration }, (one) =>
      measurePlayed(one, reading),
    );
    const made = await convert(job, { path, demuxer: sniffed.demuxer, folder, out, probed, budget });
    const { tags, problem: tagsProblem } = await tagging;
    return { ...made, probe: probed, tags, tagsProblem };
  } finally {
    await settled;
  }
}

/**
 * The budget of a file, judged by its claims. A file that claims to be too long is measured before it is refused, and
 * judged by the measured length. Throws the error of `judge`.
 */
async function judged(
  judge: ProcessJob['judge'],
  probed: Probe,
  measure: (probed: Probe) => Promise<number | null>,
): Promise<{ probed: Probe; budget: Budget }> {
  try {
    return { probed, budget: judge?.(probed) ?? WITHOUT_LIMITS };
  } catch (error) {
    if (judge === undefined || !(error instanceof ProcessingError) || error.code !== 'too-long') throw error;
    const played = await measure(probed);
    if (played === null) throw error;
    const known = { ...probed, duration: played };
    return { probed: known, budget: judge(known) };
  }
}

type Converted = Omit<Result, 'probe' | 'tags' | 'tagsProblem'>;

/** Converts a file whose probe and budget are known. */
async function convert(
  job: ProcessJob,
  file: { path: string; demuxer: Demuxer; folder: string; out: string; probed: Probe; budget: Budget },
): Promise<Converted> {
  const { probed } = file;
  const threads = job.threads > 0 ? job.threads : Math.min(8, availableParallelism());
  const { niceness = 0 } = job;
  const stage = forwardOnly(job.onStage);
  stage('transcoding', 5);
  const { picture, sound } = probed;
  const common = {
    ...job,
    ...file,
    threads,
    niceness,
    claimedSeconds: probed.duration,
    onTranscoding: (share: number) => stage('transcoding', 5 + 85 * share),
    onPlayable: async (playable: Playable) => job.onPlayable?.(playable),
    onFinishing: () => stage('finishing', 90),
  };
  const reading = new AbortController();
  const source = readTimeline({ ...job, ...probed, ...file, signal: AbortSignal.any([job.signal, reading.signal]) });
  const settled = Promise.allSettled([source]);
  try {
    return await makeSteady({ ...common, source, picture, sound, steady: undefined });
  } finally {
    reading.abort();
    await settled;
  }
}

/** Converts a file, and repeats that with a uniform stream if the format of a stream changes midway. */
async function makeSteady(job: Common): Promise<Converted> {
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

type Common = Omit<VideoJob, 'picture'> & SteadyJob & { picture: PictureStream | null; judge?: ProcessJob['judge'] };

/** Converts to a song or a video. Throws ProcessingError; ChangedMidway names the stream that must be made uniform first. */
async function make(job: Common, sound: SoundStream | null): Promise<Converted> {
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

function describeSound(
  analysis: Analysis | null,
  sound: SoundStream | null,
): Pick<Result, 'loudness' | 'peaks' | 'report'> {
  if (analysis === null || sound === null) return { loudness: null, peaks: null, report: null };
  return { loudness: loudnessOf(analysis), peaks: analysis.peaks, report: reportOn(analysis, sound) };
}

const STAGES: readonly ProcessStage[] = ['probing', 'transcoding', 'finishing'];

/**
 * Passes stages and whole percents on, but never backwards, because an encode may follow the first checks. The caller
 * reports 100 once it has kept the result.
 */
function forwardOnly(onStage: ProcessJob['onStage']): ProcessJob['onStage'] {
  let at = 0;
  let reached = 0;
  return (stage, progress) => {
    at = Math.max(at, STAGES.indexOf(stage));
    reached = Math.max(reached, Math.min(99, Math.floor(progress)));
    onStage(STAGES[at] ?? stage, reached);
  };
}
