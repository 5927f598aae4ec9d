import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** An hour, like the window in which requests are limited. The job contains an address, so it isn't kept for longer. */
const KEEP_SECONDS = 3600;

/**
 * Mails the link for a new password. This is a job, and it contains the address as typed. The request is answered
 * before the account is looked up, so that not even the response time reveals whether it exists.
 */
export const mailResetJob = defineJob<{ email: string }>({
  name: 'mail-reset',
  payload: z.object({ email: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});

/** Removes rows that were written for an account during its deletion. Safe to repeat. */
export const deleteLeftoversJob = defineJob<{ userId: string }>({
  name: 'delete-leftovers',
  payload: z.object({ userId: z.string() }),
  options: {},
});

/** Seconds without another change after which an account is notified of the plan that an administrator assigned. */
export const SETTLED = 300;

/** Notifies an account of its assigned plan. Each change enqueues one job, and only the last finds something to send. */
export const notifyAssignedPlanJob = defineJob<{ userId: string }>({
  name: 'notify-assigned-plan',
  payload: z.object({ userId: z.string() }),
  options: {},
});
