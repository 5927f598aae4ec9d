import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { mailMonthlyReportsJob, repairCountersJob } from './stats.jobs.ts';

export const statsHandlers: readonly JobHandler<App>[] = [
  handle(repairCountersJob, async () => {
    const { repairCounters } = await import('./repair.queries.ts');
    return async ({ db }, _payload, { log }) => {
      const drifted = await repairCounters(db);
      if (drifted.length === 0) return;
      log.error({ drifted: drifted.slice(0, 20), count: drifted.length }, 'counters differed from their daily sums');
    };
  }),
  handle(mailMonthlyReportsJob, async () => {
    const { mailMonthlyReports } = await import('./mail-monthly-reports.ts');
    return (app, _payload, { signal }) => mailMonthlyReports(app, { now: new Date(), signal });
  }),
];
