import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { applyPaymentEventJob, endAtProviderJob, storeMissedPaymentsJob } from './billing.jobs.ts';

export const billingHandlers: readonly JobHandler<App>[] = [
  handle(endAtProviderJob, async () => {
    const { endAtProvider } = await import('./subscriptions/end-at-provider.ts');
    return (app, { ref }) => endAtProvider(app, ref);
  }),
  handle(storeMissedPaymentsJob, async () => {
    const { storeMissedPayments } = await import('./receipts/missed-payments.ts');
    return (app, { ref }) => storeMissedPayments(app, ref);
  }),
  handle(applyPaymentEventJob, async () => {
    const { applyPaymentEvent } = await import('./webhook/apply-payment-event.ts');
    return (app, { eventId }) => applyPaymentEvent(app, eventId);
  }),
];
