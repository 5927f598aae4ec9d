import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Once a night: counters are compared with their daily sums and set right; a difference is an error in the log. */
export const repairCountersJob = defineJob<Record<string, never>>({
  name: 'repair-counters',
  payload: z.object({}),
  options: { cron: '17 3 * * *', pollSeconds: 30 },
});

/** Every morning: whoever was not told the numbers of the last month yet is mailed them. */
export const mailMonthlyReportsJob = defineJob<Record<string, never>>({
  name: 'mail-monthly-reports',
  payload: z.object({}),
  options: { cron: '23 8 * * *', pollSeconds: 30, expireInSeconds: 3600 },
});
