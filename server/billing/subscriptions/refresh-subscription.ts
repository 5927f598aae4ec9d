import { PENDING_DAYS } from '@scoville/contract/subscription-state.ts';
import type { App } from '../../app-context.ts';
import { transaction } from '../../db/connection.ts';
import { HttpError } from '../../http/errors.ts';
import { applyReport } from './change-plans.ts';
import { deferCancellation, deleteCancellation, recordFailedCancellation } from './pending-cancellations.queries.ts';
import { type PayPal, openPayPal } from '../provider/paypal.ts';
import type { Report } from '../provider/paypal-replies.ts';
import { numberQuestion } from './subscriptions.queries.ts';

const opened = new WeakMap<App, PayPal>();

/** The payment provider of this installation; null where it has none. */
export function findProvider(app: App): PayPal | null {
  if (app.env.PAYPAL === null) return null;
  const provider = opened.get(app) ?? openPayPal(app.env.PAYPAL, app.log);
  opened.set(app, provider);
  return provider;
}

/** @throws HttpError 409 where there is none */
export function needProvider(app: App): PayPal {
  const provider = findProvider(app);
  if (provider === null) throw new HttpError(409, 'This installation does not accept payments.');
  return provider;
}

const NOBODY_TO_ASK =
  'Payments are not set up here at the moment, so nothing was cancelled. You can end the subscription on PayPal’s own page, among your automatic payments.';

/**
 * Ends a subscription for whoever asks for that, and is told that it is done.
 *
 * @throws HttpError 409 where there is no provider: it would go on charging
 */
export async function endNow(app: App, ref: string): Promise<void> {
  if (findProvider(app) === null) throw new HttpError(409, NOBODY_TO_ASK);
  await endAtProvider(app, ref);
}

/** Asks the provider what became of a subscription, and brings the account's plan to that. Null for one it does not know. */
export async function askProvider(app: App, ref: string): Promise<Report | null> {
  const asked = await numberQuestion(app.db);
  const report = await needProvider(app).find(ref);
  if (report === null) app.log.warn({ ref }, 'PayPal does not know a subscription of ours');
  else await transaction(app.db, (tx) => applyReport(app, tx, report, asked));
  return report;
}

/** Ends a subscription at the provider, and the plans under it here. Until that is done it stays among those to end. */
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
  // Asked after it was done: whatever was answered before is older.
  const asked = await numberQuestion(app.db);
  const ended: Report = {
    ref,
    planId: null,
    status: 'cancelled',
    isApproved: true,
    nextBillingAt: null,
    payerEmail: null,
  };
  await transaction(app.db, async (tx) => {
    await applyReport(app, tx, ended, asked);
    await (hasEnded ? deleteCancellation(tx, ref) : deferCancellation(tx, ref, PENDING_DAYS));
  });
}
