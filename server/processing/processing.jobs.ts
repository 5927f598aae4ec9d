import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';
import type { Attempt } from './processing.queries.ts';

/** Makes an uploaded file playable, if that is short work; what is more goes on as `transcode-long`. */
export const transcodeJob = defineJob<Attempt, App>({
  name: 'transcode',
  payload: z.object({ sourceId: z.uuid(), attempt: z.int().min(1).default(1) }),
  // More than LONG_WORK_SECONDS may be, which ends in a sentence and not in another try.
  options: { retryLimit: 6, retryDelay: 3, expireInSeconds: 23 * 3600, concurrency: 'encodes', pollSeconds: 0.5 },
  load: async () => (await import('./transcode.ts')).transcode,
});

/** The same of files that are more work; see `lanes.ts`. */
export const transcodeLongJob = defineJob<Attempt, App>({
  ...transcodeJob,
  name: 'transcode-long',
  load: async () => (await import('./transcode.ts')).transcodeLong,
});
