import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { applyPaymentEventJob, endAtProviderJob, keepMissedPaymentsJob } from './billing.jobs.ts';

export const billingHandlers: readonly JobHandler<App>[] = [
  handle(endAtProviderJob, async () => {
    const { endAtProvider } = await import('./subscriptions/end-at-provider.ts');
    return (app, { ref }) => endAtProvider(app, ref);
  }),
  handle(keepMissedPaymentsJob, async () => {
    const { keepMissedPayments } = await import('./receipts/missed-payments.ts');
    return (app, { ref }) => keepMissedPayments(app, ref);
  }),
  handle(applyPaymentEventJob, async () => {
    const { applyPaymentEvent } = await import('./webhook/apply-payment-event.ts');
    return (app, { eventId }) => applyPaymentEvent(app, eventId);
  }),
];
