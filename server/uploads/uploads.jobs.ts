import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Every ten minutes: removes the files that nothing refers to any more. */
export const sweepFilesJob = defineJob<Record<string, never>>({
  name: 'sweep-files',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', pollSeconds: 30, expireInSeconds: 3600 },
});
