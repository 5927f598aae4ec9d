import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { needProvider } from './ask-provider.ts';
import { mailReceipt } from './mail-plans.ts';
import { minorUnits } from './money.ts';
import { PAID, insertPaymentEvent, markApplied, paymentsKnownUntil } from './payment-events.queries.ts';
import { ownerOf } from './plan-subscriptions.queries.ts';

/**
 * Keeps payments since the last known one whose event did not come, and mails their receipts. An event that comes all the
 * same is of a payment that is known then, and has no further effect.
 *
 * @throws HttpError 503 when the provider cannot be asked
 */
export async function keepMissedPayments(app: App, ref: string): Promise<void> {
  const since = await paymentsKnownUntil(app.db, ref);
  if (since === null) return;
  for (const payment of await needProvider(app).listPayments(ref, since))
    await transaction(app.db, async (tx) => {
      const userId = await ownerOf(tx, ref);
      if (userId === null) return;
      const event = {
        id: `transaction:${payment.ref}`,
        type: PAID,
        ref,
        userId,
        amount: minorUnits(payment.total, payment.currency),
        currency: payment.currency,
        paymentRef: payment.ref,
        occurredAt: payment.paidAt,
      };
      if (!(await insertPaymentEvent(tx, event))) return;
      await markApplied(tx, event.id);
      await mailReceipt(app, tx, event);
    });
}
