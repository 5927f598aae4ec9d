import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Outcome } from './reports.template.ts';

/** Notifies each reporter of an item of the decision. A repeated run doesn't notify a reporter again. */
export const notifyReportersJob = defineJob<{ caseId: string; outcome: Outcome }>({
  name: 'notify-reporters',
  payload: z.object({
    caseId: z.string(),
    outcome: z.enum(['dismissed', 'warned', 'removed', 'suspended', 'reinstated', 'upheld']),
  }),
  options: { retryLimit: 10, retryDelay: 10, expireInSeconds: 3600 },
});
