import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Outcome } from './reports.template.ts';

/** Notifies everyone who reported a subject of the decision, once each, however often it runs. */
export const notifyReportersJob = defineJob<{ caseId: string; outcome: Outcome }>({
  name: 'notify-reporters',
  payload: z.object({
    caseId: z.string(),
    outcome: z.enum(['dismissed', 'warned', 'removed', 'suspended', 'reinstated', 'upheld']),
  }),
  options: { retryLimit: 10, retryDelay: 10, expireInSeconds: 3600 },
});
