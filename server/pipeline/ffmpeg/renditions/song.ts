import { type Analysis, Analyser, loudnessOf } from '../inspect/analyse.ts';
import { type Encoded, encode } from '../run/encode.ts';
import { ProcessingError } from '../processing-error.ts';
import { checkLength } from '../checks/cost.ts';
import type { Budget } from '../checks/cost.ts';
import type { Output, Playable } from './outputs.ts';
import type { SoundStream } from '../inspect/probe.ts';
import { type SongOutput, planSong } from './song-plan.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import { type Timeline, compareWithSource } from '../checks/timeline.ts';
import type { Progress } from '../stages.ts';
import type { Tools } from '../run/tools.ts';
import { type Folders, collect } from '../run/collect.ts';
import { type Task, dependency, runAll } from '../run/run-all.ts';
import { verify } from '../checks/verify.ts';
import { NICENESS } from '../run/niceness.ts';

/** Minimum seconds of a song; a shorter one has nothing to play. */
export const MIN_SECONDS = 0.05;
const CAPS = { addressSpace: 4 * 2 ** 30, fileSize: 2 ** 31 };
const HOUR = 3_600_000;

export interface SongJob extends Folders, Progress {
  tools: Tools;
  path: string;
  demuxer: Demuxer;
  sound: SoundStream;
  /** Timing of the uploaded file's packets. */
  source: Promise<Timeline | null>;
  threads: number;
  budget: Budget;
  niceness: number;
  /** Seconds, as the file claims. */
  claimedSeconds: number | null;
  signal: AbortSignal;
  onPlayable: (partial: Playable) => Promise<void>;
}

/**
 * Converts and analyses a song, and decodes every output again. The AAC has priority and can soon be played; the Opus
 * is made at the same time with the remaining processor time. Throws ProcessingError.
 */
export async function makeSong(job: SongJob): Promise<{ analysis: Analysis; outputs: Output[] }> {
  const plan = planSong(job);
  const first = Promise.withResolvers<{ analysis: Analysis; output: Output }>();
  const second = Promise.withResolvers<Output>();
  const shares = { first: 0, second: 0 };
  const shareOf = (part: keyof typeof shares) => (share: number) => {
    shares[part] = share;
    job.onTranscoding((shares.first + shares.second) / 2);
  };
  const analysed = Promise.withResolvers<Analysis>();
  const tasks: Task[] = [
    async (signal) => {
      const analyser = new Analyser(plan.rate);
      const way = { niceness: job.niceness, onShare: shareOf('first'), analyser };
      const encoded = await write({ ...job, signal }, plan.firstArgs, way);
      const analysis = analyser.result();
      if (analysis.duration < MIN_SECONDS) throw tooShort(job, analysis.duration);
      analysed.resolve(analysis);
      const output = await checked({ ...job, signal }, plan.first, encoded, analysis.duration);
      await job.onPlayable({
        kind: 'song',
        width: null,
        height: null,
        duration: analysis.duration,
        loudness: loudnessOf(analysis),
        outputs: [output],
      });
      first.resolve({ analysis, output });
    },
    async (signal) => {
      const niceness = Math.max(job.niceness, NICENESS.background);
      const encoded = await write({ ...job, signal }, plan.secondArgs, { niceness, onShare: shareOf('second') });
      const { duration } = await dependency(signal, analysed.promise);
      job.onFinishing();
      second.resolve(await checked({ ...job, signal, niceness }, plan.second, encoded, duration));
    },
  ];
  await runAll(job.signal, tasks.length, tasks);
  const { analysis, output } = await first.promise;
  return { analysis, outputs: [output, await second.promise] };
}

interface RunOptions {
  niceness: number;
  onShare: (share: number) => void;
  analyser?: Analyser;
}

/** Runs one command of a song's plan. */
function write(job: SongJob, args: readonly string[], { niceness, onShare, analyser }: RunOptions): Promise<Encoded> {
  const { tools, path, folder, signal, budget, claimedSeconds } = job;
  return encode({
    tools,
    args,
    caps: { ...CAPS, cpuSeconds: budget.cpuSeconds },
    niceness,
    readable: [path],
    folder,
    signal,
    timeout: HOUR,
    onProgress: (seconds) => {
      checkLength(budget, seconds);
      onShare(claimedSeconds === null || claimedSeconds <= 0 ? 0 : Math.min(1, seconds / claimedSeconds));
    },
    ...(analyser === undefined ? {} : { onPipe: (chunk: Buffer) => analyser.add(chunk) }),
  });
}

/** Collects a written rendition, decodes it again, and compares it with its source. */
async function checked(job: SongJob, output: SongOutput, encoded: Encoded, duration: number): Promise<Output> {
  const { tools, folder, out, signal, niceness } = job;
  const { name, role, mime, codecs, demuxer, rate } = output;
  const media = await collect(job, name);
  // Behind the rendition, `written` has the stream for the analyser.
  const written = encoded.written.filter(({ file }) => file === 0);
  const streams = written.map(({ packets }) => ({ packets, rate, duration }));
  const opening = { tools, folder, out, signal, timeout: HOUR, niceness };
  const decoded = await verify({ ...opening, expected: { name, demuxer, streams }, media });
  const { isDamaged } = encoded;
  compareWithSource(await dependency(signal, job.source), { name, type: 'sound', duration: decoded, isDamaged });
  const bitrate = Math.round((media.bytes * 8) / decoded);
  return { name, role, mime, codecs, bitrate, width: null, height: null, duration: decoded, ...media };
}

/**
 * Seconds by which a claim may exceed the sound: MP3 and AAC count whole frames, including a part that is not played.
 */
const PADDING = 0.2;

/**
 * The reason why there is no sound. A file that claims a duration but decodes to nothing is unreadable, not too short.
 */
function tooShort({ claimedSeconds, sound }: SongJob, seconds: number): ProcessingError {
  const detail = `${seconds} s decoded of ${claimedSeconds}; ${sound.codec}, ${sound.bits} bits`;
  if (claimedSeconds === null || claimedSeconds < MIN_SECONDS + PADDING)
    return new ProcessingError('too-short', detail);
  // ffmpeg reads FLAC of 32 bits from version 6 on.
  return new ProcessingError((sound.bits ?? 0) > 24 ? 'too-many-bits' : 'unreadable', detail);
}
