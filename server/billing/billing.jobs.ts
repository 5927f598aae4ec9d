import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Ends a subscription at the payment provider, for which nothing is given any more. */
export const endAtProviderJob = defineJob<{ ref: string }>({
  name: 'end-at-provider',
  payload: z.object({ ref: z.string() }),
  // Somebody is charged until it is done: it is tried for days.
  options: { retryLimit: 14, retryDelay: 30 },
});

/** Looks for payments of a subscription whose event did not come, with a receipt for each. */
export const keepMissedPaymentsJob = defineJob<{ ref: string }>({
  name: 'keep-missed-payments',
  payload: z.object({ ref: z.string() }),
  options: { retryLimit: 10, retryDelay: 60 },
});

/** Seconds without another change after which an account is told of the plan that an administrator gave it. */
export const SETTLED = 300;

/** Notifies an account of it: each change enqueues one, and only the last finds something to send. */
export const notifyAssignedPlanJob = defineJob<{ userId: string }>({
  name: 'notify-assigned-plan',
  payload: z.object({ userId: z.string() }),
  options: {},
});

/** Does what an event of the payment provider asks for, once. */
export const applyPaymentEventJob = defineJob<{ eventId: string }>({
  name: 'apply-payment-event',
  payload: z.object({ eventId: z.string() }),
  options: { retryLimit: 10, retryDelay: 5 },
});
