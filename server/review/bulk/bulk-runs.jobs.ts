import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Performs the remaining items of an administrator's action on several media or accounts. */
export const bulkRunJob = defineJob<{ runId: string }>({
  name: 'bulk-run',
  payload: z.object({ runId: z.string() }),
  // Concurrent, so that a long action doesn't delay those of other administrators.
  options: { retryLimit: 10, retryDelay: 2, concurrency: 3 },
});
