import type { App } from '../app-context.ts';
import { type JobHandler, handle } from '../jobs/job.ts';
import {
  applyPaymentEventJob,
  endAtProviderJob,
  keepMissedPaymentsJob,
  notifyAssignedPlanJob,
} from './billing.jobs.ts';

export const plansHandlers: readonly JobHandler<App>[] = [
  handle(endAtProviderJob, async () => {
    const { endAtProvider } = await import('./subscriptions/refresh-subscription.ts');
    return (app, { ref }) => endAtProvider(app, ref);
  }),
  handle(keepMissedPaymentsJob, async () => {
    const { keepMissedPayments } = await import('./receipts/missed-payments.ts');
    return (app, { ref }) => keepMissedPayments(app, ref);
  }),
  handle(notifyAssignedPlanJob, async () => {
    const { notifyAssignedPlan } = await import('../plans/assign-plan.ts');
    return (app, { userId }) => notifyAssignedPlan(app, userId);
  }),
  handle(applyPaymentEventJob, async () => {
    const { applyPaymentEvent } = await import('./webhook/apply-payment-event.ts');
    return (app, { eventId }) => applyPaymentEvent(app, eventId);
  }),
];
