import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Seconds without another change after which an account is notified of the plan that an administrator assigned. */
export const SETTLED = 300;

/** Notifies an account of its assigned plan. Each change enqueues one job, and only the last finds something to send. */
export const notifyAssignedPlanJob = defineJob<{ userId: string }>({
  name: 'notify-assigned-plan',
  payload: z.object({ userId: z.string() }),
  options: {},
});
