import type { Analyser } from '../inspect/analyse.ts';
import { type Encoded, encode } from '../run/encode.ts';
import { checkLength } from '../checks/cost.ts';
import type { PictureStream, SoundStream } from '../inspect/probe.ts';
import type { Budget } from '../checks/cost.ts';
import type { Piece } from './fragments.ts';
import type { Playable } from './outputs.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import type { Folders } from '../run/collect.ts';
import type { SteadySound } from './steady.ts';
import type { Timeline } from '../checks/timeline.ts';
import type { Tools } from '../run/tools.ts';
import { type VideoPlan, planVideo } from './video-plan.ts';

/** A rendition that is still being written. */
export interface GrowingTrack {
  /** What there is of it, each piece when it is wholly written; ends with the rendition, or when the work is given up. */
  pieces: AsyncIterable<Piece>;
  /** Whether there is such a rendition in the end; throws when the work was given up. */
  whole: () => Promise<boolean>;
}

/** The first rendition of a video and its sound, while they are written. */
export interface Growing {
  width: number;
  height: number;
  frameRate: number;
  /** Bits a second of the picture, at most. */
  maxRate: number;
  picture: GrowingTrack;
  /** Null when the file has no track of sound; one with nothing in it turns out not to be whole. */
  sound: GrowingTrack | null;
}

export interface VideoJob extends Folders {
  tools: Tools;
  path: string;
  demuxer: Demuxer;
  picture: PictureStream;
  sound: SoundStream | null;
  /** Timing of the uploaded file's packets. */
  source: Promise<Timeline | null>;
  /** Replaces `sound` if its format changes midway. */
  steady?: SteadySound | undefined;
  /** Seconds, as the file claims. */
  claimedSeconds: number | null;
  threads: number;
  budget: Budget;
  niceness: number;
  signal: AbortSignal;
  /** Share done of all the converting, 0 to 1. */
  onTranscoding: (share: number) => void;
  onPlayable: (partial: Playable) => Promise<void>;
  onGrowing?: (growing: Growing) => Promise<void>;
  /** Everything is written; what is left is the checks of it. */
  onFinishing: () => void;
}

/** Wall clock of any one command, milliseconds: whoever yields to others may take long. */
export const EIGHT_HOURS = 8 * 3_600_000;

const capsFor = ({ threads, budget }: VideoJob) => ({
  cpuSeconds: budget.cpuSeconds,
  // Each thread reserves a stack and an arena, used or not.
  addressSpace: (4 + threads / 2) * 2 ** 30,
  fileSize: 2 ** 34,
});

export const videoPlanOf = (job: VideoJob): VideoPlan =>
  planVideo({ ...job, duration: job.claimedSeconds, canToneMap: job.tools.canToneMap });

/** How a command of a video's plan is run. */
interface RunOptions {
  /** Its share of its own work, 0 to 1; a file that lies about its length still never goes over. */
  onShare?: (share: number) => void;
  analyser?: Analyser;
  niceness?: number;
}

/** Runs one command of a video's plan. */
export async function runPlan(job: VideoJob, args: readonly string[], way: RunOptions = {}): Promise<Encoded> {
  const { tools, folder, signal, claimedSeconds } = job;
  const { onShare, analyser, niceness = 0 } = way;
  return encode({
    tools,
    args,
    caps: capsFor(job),
    readable: [job.path],
    folder,
    signal,
    niceness: Math.max(job.niceness, niceness),
    timeout: EIGHT_HOURS,
    onProgress: (seconds) => {
      checkLength(job.budget, seconds);
      onShare?.(claimedSeconds === null || claimedSeconds <= 0 ? 0 : Math.min(1, seconds / claimedSeconds));
    },
    ...(analyser === undefined ? {} : { onPipe: (chunk: Buffer) => analyser.add(chunk) }),
  });
}
