import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Ends a subscription at the payment provider, for which nothing is given any more. */
export const endAtProviderJob = defineJob<{ ref: string }, App>({
  name: 'end-at-provider',
  payload: z.object({ ref: z.string() }),
  // Somebody is charged until it is done: it is tried for days.
  options: { retryLimit: 14, retryDelay: 30 },
  load: async () => {
    const { endAtProvider } = await import('./ask-provider.ts');
    return (app, { ref }) => endAtProvider(app, ref);
  },
});

/** Looks for payments of a subscription whose event did not come, with a receipt for each. */
export const keepMissedPaymentsJob = defineJob<{ ref: string }, App>({
  name: 'keep-missed-payments',
  payload: z.object({ ref: z.string() }),
  options: { retryLimit: 10, retryDelay: 60 },
  load: async () => {
    const { keepMissedPayments } = await import('./missed-payments.ts');
    return (app, { ref }) => keepMissedPayments(app, ref);
  },
});

/** Seconds without another change after which an account is told of the plan that an administrator gave it. */
export const SETTLED = 300;

/** Notifies an account of it: each change enqueues one, and only the last finds something to send. */
export const notifyAssignedPlanJob = defineJob<{ userId: string }, App>({
  name: 'notify-assigned-plan',
  payload: z.object({ userId: z.string() }),
  options: {},
  load: async () => {
    const { notifyAssignedPlan } = await import('./assign-plan.ts');
    return (app, { userId }) => notifyAssignedPlan(app, userId);
  },
});

/** Does what an event of the payment provider asks for, once. */
export const applyPaymentEventJob = defineJob<{ eventId: string }, App>({
  name: 'apply-payment-event',
  payload: z.object({ eventId: z.string() }),
  options: { retryLimit: 10, retryDelay: 5 },
  load: async () => {
    const { applyPaymentEvent } = await import('./apply-payment-event.ts');
    return (app, { eventId }) => applyPaymentEvent(app, eventId);
  },
});
