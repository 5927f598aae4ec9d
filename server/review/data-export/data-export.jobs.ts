import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Makes the copy of an account's data. */
export const makeExportJob = defineJob<{ exportId: string }>({
  name: 'make-data-export',
  payload: z.object({ exportId: z.string() }),
  options: { retryLimit: 3, retryDelay: 30, expireInSeconds: 6 * 3600 },
});
