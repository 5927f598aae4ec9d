import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { NEAR_HOURS, storePayment } from './store-payment.ts';
import { mailReceipt } from './mail-receipt.ts';
import { minorUnits } from '../provider/money.ts';
import { LISTED, PAID, markKnownPayment, markApplied, paymentsKnownUntil } from './payment-events.queries.ts';
import { ownerOf } from '../subscriptions/subscriptions.queries.ts';
import { needProvider } from '../provider/find-provider.ts';
import { lockOwner } from '../../../accounts/plans/plan-owner.queries.ts';

const NEAR = NEAR_HOURS * 3600 * 1000;

/**
 * Stores payments since the last known one whose event didn't arrive, and mails their receipts. If such an event
 * arrives later, its payment is already known, so it has no further effect.
 *
 * @throws HttpError 503 if the provider can't be reached
 */
export async function storeMissedPayments(app: App, ref: string): Promise<void> {
  const since = await paymentsKnownUntil(app.db, ref);
  if (since === null) return;
  // A payment is a little older than its event. Earlier payments that could be confused with these are listed, too.
  const [first, begin] = [since.getTime() - NEAR, since.getTime() - 2 * NEAR];
  const listed = await needProvider(app).listPayments(ref, new Date(begin));
  if (listed.length === 0) return;
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    if (userId === null || !(await lockOwner(tx, userId))) return;
    // Payments with the same ID in both sources are marked first, so that no other payment is matched with them.
    for (const payment of listed) await markKnownPayment(tx, payment.ref, 'listing');
    for (const payment of listed.filter(({ paidAt }) => paidAt.getTime() >= first)) {
      const event = {
        id: LISTED + payment.ref,
        type: PAID,
        ref,
        userId,
        amount: minorUnits(payment.total, payment.currency),
        currency: payment.currency,
        paymentRef: payment.ref,
        occurredAt: payment.paidAt,
      };
      if (!(await storePayment(tx, event))) continue;
      await markApplied(tx, event.id);
      await mailReceipt(app, tx, event);
    }
  });
}
