import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** An hour: a job that names an address is not kept for longer than somebody may ask for it. */
const KEEP_SECONDS = 3600;

/**
 * Mails the link for a new password. A job, and with the address as it was typed: whoever asks is answered before anybody
 * has looked whether there is such an account, so that not even the time tells.
 */
export const mailResetJob = defineJob<{ email: string }>({
  name: 'mail-reset',
  payload: z.object({ email: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});

/** Removes what was written for an account while it was being deleted. It may run as often as one likes. */
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
