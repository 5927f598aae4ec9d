import type { Analyser } from './analyse.ts';
import { type Encoded, encode } from './encode.ts';
import { MediaError } from './media-error.ts';
import type { PictureStream, SoundStream } from './probe.ts';
import type { PlayableVideo } from './process.ts';
import type { Demuxer } from './sniff.ts';
import type { Tools } from './tools.ts';

export interface VideoJob {
  tools: Tools;
  path: string;
  demuxer: Demuxer;
  picture: PictureStream;
  sound: SoundStream | null;
  /** Seconds as the file says. */
  told: number | null;
  folder: string;
  threads: number;
  maxSeconds: number;
  signal: AbortSignal;
  /** Share done of all the converting, 0 to 1. */
  onTranscoding: (share: number) => void;
  onPlayable: (partial: PlayableVideo) => Promise<void>;
  /** Share done of all the checking, 0 to 1. */
  onFinishing: (share: number) => void;
}

export const TWELVE_HOURS = 12 * 3_600_000;

const capsFor = (threads: number) => ({
  cpuSeconds: 12 * 3600,
  // Each thread reserves a stack and an arena, used or not.
  addressSpace: (4 + threads / 2) * 2 ** 30,
  fileSize: 2 ** 34,
});

/** Share of a stretch of the work; a file that lies about its length still never goes over. */
export const share = (seconds: number, { told }: VideoJob): number =>
  told === null || told <= 0 ? 0 : Math.min(1, seconds / told);

/** Runs one command of a video's plan; `shareAt` turns its seconds into the share of all the converting. */
export async function runPlan(
  job: VideoJob,
  args: readonly string[],
  shareAt: (seconds: number) => number,
  analyser: Analyser | null,
): Promise<Encoded> {
  const { tools, folder, signal } = job;
  return encode({
    tools,
    args,
    caps: capsFor(job.threads),
    readable: [job.path],
    folder,
    signal,
    timeout: TWELVE_HOURS,
    onProgress: (seconds) => {
      if (seconds > job.maxSeconds) throw new MediaError('too-long', `over ${job.maxSeconds} s`);
      job.onTranscoding(shareAt(seconds));
    },
    ...(analyser === null ? {} : { onPipe: (chunk: Buffer) => analyser.add(chunk) }),
  });
}
