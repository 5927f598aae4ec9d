import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { mailReceipt } from '../receipts/mail-receipt.ts';
import { findUnapplied, markApplied } from '../receipts/payment-events.queries.ts';

/**
 * Applies an event. An event reports that something happened, while the provider's response contains the current state,
 * so the order of events doesn't matter. Events arrive twice, and this may be interrupted anywhere, so everything after
 * that response is one transaction, with the mark that the event was applied.
 */
export async function applyPaymentEvent(app: App, eventId: string): Promise<void> {
  const event = await findUnapplied(app.db, eventId);
  if (event === null) return;
  await refreshSubscription(app, event.ref);
  await transaction(app.db, async (tx) => {
    if (await markApplied(tx, event.id)) await mailReceipt(app, tx, event);
  });
}
