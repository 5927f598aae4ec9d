import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Ends a subscription at the payment provider whose plan has ended here. */
export const endAtProviderJob = defineJob<{ ref: string }>({
  name: 'end-at-provider',
  payload: z.object({ ref: z.string() }),
  // The payer is charged until this succeeds, so it is retried for days.
  options: { retryLimit: 14, retryDelay: 30 },
});

/** Stores payments of a subscription whose event didn’t arrive, and mails their receipts. */
export const storeMissedPaymentsJob = defineJob<{ ref: string }>({
  name: 'keep-missed-payments',
  payload: z.object({ ref: z.string() }),
  options: { retryLimit: 10, retryDelay: 60 },
});

/** Applies a stored event of the payment provider, once. */
export const applyPaymentEventJob = defineJob<{ eventId: string }>({
  name: 'apply-payment-event',
  payload: z.object({ eventId: z.string() }),
  options: { retryLimit: 10, retryDelay: 5 },
});
