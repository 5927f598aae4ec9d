import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Once a night: counters are compared with their daily sums and set right; a difference is an error in the log. */
export const repairCountersJob = defineJob<Record<string, never>, App>({
  name: 'repair-counters',
  payload: z.object({}),
  options: { cron: '17 3 * * *', pollSeconds: 30 },
  load: async () => {
    const { repairCounters } = await import('./repair.queries.ts');
    return async ({ db }, _payload, { log }) => {
      const drifted = await repairCounters(db);
      if (drifted.length === 0) return;
      log.error({ drifted: drifted.slice(0, 20), count: drifted.length }, 'counters differed from their daily sums');
    };
  },
});

/** Every morning: whoever was not told the numbers of the last month yet is mailed them. */
export const mailMonthlyReportsJob = defineJob<Record<string, never>, App>({
  name: 'mail-monthly-reports',
  payload: z.object({}),
  options: { cron: '23 8 * * *', pollSeconds: 30, expireInSeconds: 3600 },
  load: async () => {
    const { mailMonthlyReports } = await import('./mail-monthly-reports.ts');
    return (app, _payload, { signal }) => mailMonthlyReports(app, { now: new Date(), signal });
  },
});
