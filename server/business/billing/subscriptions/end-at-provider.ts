import { PENDING_DAYS } from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import { findProvider } from '../provider/find-provider.ts';
import type { Report } from '../provider/paypal-replies.ts';
import { applyReport } from './apply-report.ts';
import { deferCancellation, deleteCancellation, recordFailedCancellation } from './pending-cancellations.queries.ts';
import { nextRequestNumber } from './subscriptions.queries.ts';

const NO_PROVIDER =
  'Payments are not set up here at the moment, so nothing was cancelled. You can end the subscription on PayPal’s own page, among your automatic payments.';

/**
 * Ends a subscription while its subscriber waits for the response.
 *
 * @throws HttpError 409 if no provider is configured, because PayPal would continue to charge
 */
export async function endNow(app: App, ref: string): Promise<void> {
  if (findProvider(app) === null) throw new HttpError(409, NO_PROVIDER);
  await endAtProvider(app, ref);
}

/** Ends a subscription at the provider, and its plans here. Until then the pending cancellation is kept. */
export async function endAtProvider(app: App, ref: string): Promise<void> {
  const provider = findProvider(app);
  if (provider === null) {
    await recordFailedCancellation(app.db, ref, 'PayPal is not configured any more.');
    return app.log.warn({ ref }, 'a subscription cannot be ended: PayPal is not configured any more');
  }
  const hasEnded = await provider.cancel(ref, `Ended on ${app.env.PRODUCT_NAME}.`).catch(async (error: Error) => {
    await recordFailedCancellation(app.db, ref, error.message);
    throw error;
  });
  // Numbered after the cancellation, so that a report from before it counts as older.
  const requestNumber = await nextRequestNumber(app.db);
  const ended: Report = {
    ref,
    planId: null,
    status: 'cancelled',
    isApproved: true,
    nextBillingAt: null,
    payerEmail: null,
  };
  await transaction(app.db, async (tx) => {
    await applyReport(app, tx, ended, requestNumber);
    await (hasEnded ? deleteCancellation(tx, ref) : deferCancellation(tx, ref, PENDING_DAYS));
  });
}
