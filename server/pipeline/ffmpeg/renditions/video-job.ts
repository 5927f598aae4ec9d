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
import type { Progress } from '../stages.ts';
import type { Tools } from '../run/tools.ts';
import { type VideoPlan, planVideo } from './video-plan.ts';

/** A rendition that is still being written. */
export interface GrowingTrack {
  /** Its pieces, each once it is completely written. Ends with the rendition, or when the work is aborted. */
  pieces: AsyncIterable<Piece>;
  /** Whether the rendition exists in the end; throws when the work was aborted. */
  whole: () => Promise<boolean>;
}

/** The first rendition of a video and its sound, while they are being written. */
export interface Growing {
  width: number;
  height: number;
  frameRate: number;
  /** Maximum bits a second of the picture. */
  maxRate: number;
  picture: GrowingTrack;
  /** Null when the file has no sound track; for an empty one, `whole` is false. */
  sound: GrowingTrack | null;
}

export interface VideoJob extends Folders, Progress {
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
  onPlayable: (partial: Playable) => Promise<void>;
  onGrowing?: (growing: Growing) => Promise<void>;
}

/** Time limit of any one command, in milliseconds. A command that yields to other work may take long. */
export const EIGHT_HOURS = 8 * 3_600_000;

const capsFor = ({ threads, budget }: VideoJob) => ({
  cpuSeconds: budget.cpuSeconds,
  // Each thread reserves a stack and an arena, used or not.
  addressSpace: (4 + threads / 2) * 2 ** 30,
  fileSize: 2 ** 34,
});

export const videoPlanOf = (job: VideoJob): VideoPlan =>
  planVideo({ ...job, duration: job.claimedSeconds, canToneMap: job.tools.canToneMap });

/** Options for running one command of a video's plan. */
interface RunOptions {
  /**
   * Called with the completed share of this command, 0 to 1, which is never exceeded even if the file claims a wrong
   * length.
   */
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
