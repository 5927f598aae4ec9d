import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Attempt } from './attempt.ts';

/** Makes an uploaded file playable, if that is short work; otherwise the file continues as `transcode-long`. */
export const transcodeJob = defineJob<Attempt>({
  name: 'transcode',
  payload: z.object({ sourceId: z.uuid(), attempt: z.int().min(1).default(1) }),
  options: {
    retryLimit: 6,
    retryDelay: 3,
    // More than the lane's longest time limit, which ends with a message to the owner instead of another attempt.
    expireInSeconds: 23 * 3600,
    concurrency: (encodes) => encodes,
    pollSeconds: 0.5,
  },
});

/** Number of files of different accounts that share the time of the lane for long work. */
export const LONG_WORK_SHARED_BY = 2;

/** The same for files with more work; see `lanes.ts`. */
export const transcodeLongJob = defineJob<Attempt>({
  ...transcodeJob,
  options: {
    ...transcodeJob.options,
    concurrency: (encodes) => LONG_WORK_SHARED_BY * encodes,
    ofOneGroup: (encodes) => encodes,
  },
  name: 'transcode-long',
});
