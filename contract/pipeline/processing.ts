import * as z from 'zod/mini';

/** The processing status of an uploaded file, from its arrival to its renditions. */
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
/** True until the file is complete or failed. */
export const isUnderway = (stage: Stage): boolean => stage !== 'Complete' && stage !== 'Failed';

export const stageOf = (status: Status): Stage => STAGES[status];

export type ProcessingEvent = 'probe' | 'transcode' | 'finish' | 'complete' | 'fail' | 'requeue' | 'retry';

const WORKING: readonly Status[] = ['queued', 'probing', 'transcoding', 'finishing'];

/**
 * The status after an event; null if the event isn't allowed in this status. `requeue` returns the file of a worker
 * that died to the queue. Only the owner's `retry` leaves `failed`, and no event leaves `complete`.
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

/** The measurements of the sound in a file. They are advice for the uploader and never block an upload. */
export const IngestReport = z.object({
  loudnessLufs: z.nullable(z.number()),
  loudnessRangeLu: z.nullable(z.number()),
  truePeakDbtp: z.nullable(z.number()),
  /** Number of runs of samples at full scale. */
  clippedRuns: z.int(),
  /** In seconds. */
  leadingSilence: z.number(),
  trailingSilence: z.number(),
  monoAsStereo: z.boolean(),
  maybeLossy: z.boolean(),
  /** `advice` is one plain sentence about what to do. */
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
