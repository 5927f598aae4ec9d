import * as z from 'zod/mini';

/** The life of an uploaded file, from its arrival to its renditions. */
export const Status = z.enum(['queued', 'probing', 'transcoding', 'finishing', 'complete', 'failed']);
export type Status = z.infer<typeof Status>;

export const Stage = z.enum(['Queued', 'Checking', 'Transcoding', 'Finishing', 'Complete', 'Failed']);
export type Stage = z.infer<typeof Stage>;

const STAGES: Record<Status, Stage> = {
  queued: 'Queued',
  probing: 'Checking',
  transcoding: 'Transcoding',
  finishing: 'Finishing',
  complete: 'Complete',
  failed: 'Failed',
};
/** Neither complete nor failed: more is to come. */
export const isUnderway = (stage: Stage): boolean => stage !== 'Complete' && stage !== 'Failed';

export const stageOf = (status: Status): Stage => STAGES[status];

export type ProcessingEvent = 'probe' | 'transcode' | 'finish' | 'complete' | 'fail' | 'requeue' | 'retry';

const WORKING: readonly Status[] = ['queued', 'probing', 'transcoding', 'finishing'];

/**
 * What an event makes of a status; null when it may not happen. A worker that died gives its file back (`requeue`);
 * only the owner's `retry` leaves `failed`, and nothing leaves `complete`.
 */
export function nextStatus(status: Status, event: ProcessingEvent): Status | null {
  const from = (allowed: readonly Status[], to: Status): Status | null => (allowed.includes(status) ? to : null);
  switch (event) {
    case 'probe':
      return from(['queued'], 'probing');
    case 'transcode':
      return from(['probing'], 'transcoding');
    case 'finish':
      return from(['transcoding'], 'finishing');
    case 'complete':
      return from(['finishing'], 'complete');
    case 'fail':
      return from(WORKING, 'failed');
    case 'requeue':
      return from(WORKING, 'queued');
    case 'retry':
      return from(['failed'], 'queued');
  }
}

/** What we heard in the file. It advises and never blocks. */
export const IngestReport = z.object({
  loudnessLufs: z.nullable(z.number()),
  loudnessRangeLu: z.nullable(z.number()),
  truePeakDbtp: z.nullable(z.number()),
  /** Runs of samples at full scale. */
  clippedRuns: z.int(),
  /** Seconds. */
  leadingSilence: z.number(),
  trailingSilence: z.number(),
  monoAsStereo: z.boolean(),
  maybeLossy: z.boolean(),
  /** One plain sentence each on what to do. */
  findings: z.array(z.object({ code: z.string(), advice: z.string() })),
});
export type IngestReport = z.infer<typeof IngestReport>;

/** The maximum size of an image in millions of pixels. */
export const IMAGE_LIMIT_MEGAPIXELS = 100;

/** The error for a recording that is longer than the plan allows. */
export const recordingTooLong = (limitMinutes: number): string =>
  `This recording is longer than the ${minutesText(limitMinutes)} that your plan allows. Cut it into shorter parts and upload them one by one.`;

/** The error for a video that is too long for its picture. The limit is the plan's for this size and frame rate. */
export const videoTooLong = (limitSeconds: number, width: number, height: number, frameRate: number): string =>
  `This video is longer than the ${minutesText(limitSeconds / 60)} that your plan allows at ${width} by ${height} pixels and ${Math.round(frameRate)} frames per second. Export it shorter or with a smaller picture.`;

function minutesText(minutes: number): string {
  const [count, unit] = minutes < 1 ? [Math.floor(minutes * 60), 'second'] : [Math.floor(minutes), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
