import type { App } from '../../app-context.ts';
import { transaction } from '../../db/connection.ts';
import { NEAR_HOURS, keepPayment } from './keep-payment.ts';
import { mailReceipt } from './mail-receipt.ts';
import { minorUnits } from '../provider/money.ts';
import { LISTED, PAID, knowPayment, markApplied, paymentsKnownUntil } from './payment-events.queries.ts';
import { ownerOf } from '../subscriptions/subscriptions.queries.ts';
import { needProvider } from '../provider/find-provider.ts';
import { lockOwner } from '../../plans/plan-owner.queries.ts';

const NEAR = NEAR_HOURS * 3600 * 1000;

/**
 * Keeps payments since the last known one whose event did not come, and mails their receipts. An event that comes all the
 * same is of a payment that is known then, and has no further effect.
 *
 * @throws HttpError 503 when the provider cannot be asked
 */
export async function keepMissedPayments(app: App, ref: string): Promise<void> {
  const since = await paymentsKnownUntil(app.db, ref);
  if (since === null) return;
  // A payment is a little older than its event. What could be taken for one of these is listed as well.
  const [first, begin] = [since.getTime() - NEAR, since.getTime() - 2 * NEAR];
  const listed = await needProvider(app).listPayments(ref, new Date(begin));
  if (listed.length === 0) return;
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    if (userId === null || !(await lockOwner(tx, userId))) return;
    // Those that both name alike are none that another could be.
    for (const payment of listed) await knowPayment(tx, payment.ref, 'listing');
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
      if (!(await keepPayment(tx, event))) continue;
      await markApplied(tx, event.id);
      await mailReceipt(app, tx, event);
    }
  });
}
