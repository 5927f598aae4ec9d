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
