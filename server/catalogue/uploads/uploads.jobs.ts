import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Removes the files that nothing refers to any more, every ten minutes. */
export const sweepFilesJob = defineJob<Record<string, never>>({
  name: 'sweep-files',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', pollSeconds: 30, expireInSeconds: 3600 },
});
