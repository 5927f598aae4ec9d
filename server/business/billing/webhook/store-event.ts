import type { App } from '../../../platform/app-context.ts';
import { type Db, type Tx, transaction } from '../../../platform/db/connection.ts';
import { cancelLater } from '../subscriptions/cancel-later.ts';
import {
  findDeletion,
  findRefToReturn,
  insertPaymentToReturn,
  insertReturn,
} from '../subscriptions/deleted-plans.queries.ts';
import { storePayment } from '../receipts/store-payment.ts';
import { minorUnits } from '../provider/money.ts';
import { PAID, insertPaymentEvent, subscriptionPaidBy } from '../receipts/payment-events.queries.ts';
import type { PayPal } from '../provider/paypal.ts';
import type { WebhookEvent } from '../provider/paypal-replies.ts';
import { ownerOf } from '../subscriptions/subscriptions.queries.ts';
import { applyPaymentEventJob } from '../billing.jobs.ts';
import { lockOwner } from '../../../accounts/plans/plan-owner.queries.ts';

/** Events about payments that we or the payer's bank returned. */
const GIVEN_BACK = ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED'];
/** Events after which a subscription takes no more payments. */
const ENDS = ['BILLING.SUBSCRIPTION.CANCELLED', 'BILLING.SUBSCRIPTION.EXPIRED'];

/** The subject of an event, as far as its own fields and the database show. */
export type Subject =
  | { kind: 'nothing' }
  /** A subscription in our database. */
  | { kind: 'subscription'; ref: string }
  /** A payment that isn't in our database, so PayPal must be called to find its subscription. */
  | { kind: 'payment' };

/**
 * Finds the subject of an event without a call to PayPal. The account at PayPal may also sell other things; their
 * events are ignored.
 */
export async function findSubject(db: Db, { event_type: type, resource }: WebhookEvent): Promise<Subject> {
  const { id, sale_id: sale, billing_agreement_id: agreement } = resource;
  const isPayment = type.startsWith('PAYMENT.SALE.');
  const named = isPayment ? agreement : type.startsWith('BILLING.SUBSCRIPTION.') ? id : undefined;
  if (named !== undefined)
    return (await isKnown(db, named)) ? { kind: 'subscription', ref: named } : { kind: 'nothing' };
  if (!isPayment || (sale === undefined && (id === undefined || !GIVEN_BACK.includes(type))))
    return { kind: 'nothing' };
  const paid = sale === undefined ? null : await paidHere(db, sale);
  return paid === null ? { kind: 'payment' } : { kind: 'subscription', ref: paid };
}

const isKnown = async (db: Db, ref: string): Promise<boolean> =>
  (await ownerOf(db, ref)) !== null || (await findDeletion(db, ref)) !== null;

const paidHere = async (db: Db, payment: string): Promise<string | null> =>
  (await subscriptionPaidBy(db, payment)) ?? (await findRefToReturn(db, payment));

/**
 * Stores a genuine event together with the job that applies it. An event about a deleted account's subscription ends
 * the subscription.
 */
export async function storeEvent(
  app: App,
  provider: PayPal,
  event: WebhookEvent,
  subject: Exclude<Subject, { kind: 'nothing' }>,
): Promise<void> {
  const payment = await paymentOf(provider, event);
  const ref = subject.kind === 'subscription' ? subject.ref : await subscriptionOf(app, provider, event, payment);
  if (ref === null) return;
  const { id, event_type: type, create_time, resource } = event;
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    // The lock puts events about one payment in sequence, so the second event sees the rows of the first.
    if (userId === null || !(await lockOwner(tx, userId))) return storeForDeleted(app, tx, event, { ref, payment });
    const fields = { id, type, ref, userId, ...moneyOf(resource.amount), occurredAt: create_time };
    const isNew =
      type === PAID
        ? await storePayment(tx, { ...fields, paymentRef: payment })
        : await insertPaymentEvent(tx, { ...fields, paymentRef: null });
    if (isNew) await app.queue.enqueue(tx, applyPaymentEventJob, { eventId: id });
  });
}

const moneyOf = (amount: WebhookEvent['resource']['amount']) => ({
  amount: amount === undefined ? null : minorUnits(amount.total, amount.currency),
  currency: amount?.currency ?? null,
});

/**
 * A plan may be approved at PayPal after its account was deleted. It is then charged, so it is ended immediately.
 * Payments for it are stored for the operator, because only the operator can return them. The returns that PayPal
 * reports are stored, too, in any order.
 */
async function storeForDeleted(
  app: App,
  tx: Tx,
  event: WebhookEvent,
  { ref, payment }: { ref: string; payment: string },
): Promise<void> {
  const { id, event_type: type, create_time: at, resource } = event;
  const deletedAt = await findDeletion(tx, ref);
  if (deletedAt === null) return;
  const money = moneyOf(resource.amount);
  if (GIVEN_BACK.includes(type))
    return insertReturn(tx, { returnRef: resource.id ?? id, paymentRef: payment, ...money, returnedAt: at });
  if (ENDS.includes(type)) return;
  await cancelLater(app, tx, ref);
  if (type !== PAID || at <= deletedAt) return;
  if (await insertPaymentToReturn(tx, { paymentRef: payment, ref, ...money, paidAt: at }))
    app.log.warn({ ref, payment }, 'a plan was paid for after its account was deleted');
}

/**
 * The payment that an event is about. An event about a reversal by the payer's bank may not contain the payment's id,
 * so it is requested from PayPal. If PayPal has no such reversal, the id in the event may be that of the payment.
 */
async function paymentOf(
  provider: PayPal,
  { id: event, event_type: type, resource: { id, sale_id: sale } }: WebhookEvent,
): Promise<string> {
  if (sale !== undefined) return sale;
  if (id === undefined || !GIVEN_BACK.includes(type)) return id ?? event;
  return (await provider.findRefunded(id)) ?? id;
}

/**
 * The subscription of a payment; null if the payment is unknown. If the payment isn't in our database, it is read from
 * PayPal, because the event that reports the payment may arrive later or never.
 */
async function subscriptionOf(
  { db, log }: App,
  provider: PayPal,
  { id: event, event_type: type, resource }: WebhookEvent,
  payment: string,
): Promise<string | null> {
  const found = (await paidHere(db, payment)) ?? (await provider.findPaid(payment));
  // An event that names a payment may be about something else that the account at PayPal sells.
  if (found === null && resource.sale_id === undefined)
    log.warn({ event, type }, 'PayPal gave back a payment that is for no subscription that it knows');
  return found;
}
