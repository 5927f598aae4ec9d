import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Compares and corrects counters with their daily sums every night; a difference is logged as an error. */
export const repairCountersJob = defineJob<Record<string, never>>({
  name: 'repair-counters',
  payload: z.object({}),
  options: { cron: '17 3 * * *', pollSeconds: 30 },
});

/** Mails the last month's figures every morning to musicians who have not received them yet. */
export const mailMonthlyReportsJob = defineJob<Record<string, never>>({
  name: 'mail-monthly-reports',
  payload: z.object({}),
  options: { cron: '23 8 * * *', pollSeconds: 30, expireInSeconds: 3600 },
});
