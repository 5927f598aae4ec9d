import type { App } from '../../app-context.ts';
import { transaction } from '../../db/connection.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { mailReceipt } from '../receipts/mail-receipt.ts';
import { findUnapplied, markApplied } from '../receipts/payment-events.queries.ts';

/**
 * Does what an event asks for. An event says that something happened, the provider's answer says how things stand: so the
 * order in which events come does not matter. Events come twice, and this may be broken off anywhere: what it does besides
 * asking is one transaction, with the mark that it was done.
 */
export async function applyPaymentEvent(app: App, eventId: string): Promise<void> {
  const event = await findUnapplied(app.db, eventId);
  if (event === null) return;
  await refreshSubscription(app, event.ref);
  await transaction(app.db, async (tx) => {
    if (await markApplied(tx, event.id)) await mailReceipt(app, tx, event);
  });
}
