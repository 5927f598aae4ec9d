import { PENDING_DAYS } from '@scoville/contract/subscription-state.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { HttpError } from '../http/errors.ts';
import { applyReport } from './change-plans.ts';
import { deferCancellation, deleteCancellation, recordFailedCancellation } from './pending-cancellations.queries.ts';
import { type PayPal, openPayPal } from './paypal.ts';
import { numberQuestion } from './plan-subscriptions.queries.ts';

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

/** Asks the provider what became of a subscription, and brings the account's plan to that. */
export async function askProvider(app: App, ref: string): Promise<void> {
  const asked = await numberQuestion(app.db);
  const report = await needProvider(app).find(ref);
  if (report === null) return app.log.warn({ ref }, 'PayPal does not know a subscription of ours');
  await transaction(app.db, (tx) => applyReport(app, tx, report, asked));
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
  const ended = { ref, planId: null, status: 'cancelled', nextBillingAt: null, payerEmail: null } as const;
  await transaction(app.db, async (tx) => {
    await applyReport(app, tx, ended, asked);
    await (hasEnded ? deleteCancellation(tx, ref) : deferCancellation(tx, ref, PENDING_DAYS));
  });
}
