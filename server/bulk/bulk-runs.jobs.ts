import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Does what is left of an administrator's action on several media or accounts. */
export const bulkRunJob = defineJob<{ runId: string }>({
  name: 'bulk-run',
  payload: z.object({ runId: z.string() }),
  // One with many does not keep another administrator's waiting.
  options: { retryLimit: 10, retryDelay: 2, concurrency: 3 },
});
