import type { Db, Tx } from '../../../platform/db/connection.ts';

/** The type of the event for a completed payment. */
export const PAID = 'PAYMENT.SALE.COMPLETED';

/** An event from the provider; for payments with the amount in minor units. */
export interface PaymentEvent {
  id: string;
  type: string;
  ref: string;
  userId: string;
  amount: number | null;
  currency: string | null;
  /** A payment's own ID at the provider; null for other events. */
  paymentRef: string | null;
  occurredAt: Date;
}

/** Stores an event; returns false if it was already stored. */
export async function insertPaymentEvent(tx: Tx, event: PaymentEvent): Promise<boolean> {
  const rows = await tx`
    insert into payment_events (id, type, provider_ref, user_id, amount, currency, payment_ref, occurred_at)
    values (${event.id}, ${event.type}, ${event.ref}, ${event.userId}, ${event.amount}, ${event.currency}, ${event.paymentRef},
      ${event.occurredAt})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** An event that wasn't applied yet. */
export async function findUnapplied(db: Db, id: string): Promise<PaymentEvent | null> {
  const [row] = await db<PaymentEvent[]>`
    select id, type, provider_ref as ref, user_id as "userId", amount, currency, payment_ref as "paymentRef", occurred_at as "occurredAt"
    from payment_events where id = ${id} and applied_at is null`;
  return row ?? null;
}

/** Marks an event as applied, in the transaction that applies it; returns false if it already was. */
export async function markApplied(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update payment_events set applied_at = now() where id = ${id} and applied_at is null returning 1`;
  return rows.length > 0;
}

/**
 * Events that should have been applied long ago (seconds), in random order, so that failing ones don't block others.
 */
export async function listOverdueEvents(db: Db, seconds: number, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from payment_events
    where applied_at is null and received_at < now() - make_interval(secs => ${seconds})
    order by random() limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The source that reported a payment: an event, or the provider's listing. */
export type PaymentSource = 'event' | 'listing';

/** Prefix of the id of a payment that was found in the provider's listing. */
export const LISTED = 'transaction:';

/** SQL condition: payments reported by the other source, for which this source has given no ID yet. */
const unnamedBy = (db: Db, source: PaymentSource) =>
  db`type = ${PAID} and other_ref is null and starts_with(id, ${LISTED}) = ${source === 'event'}`;

/** Whether a payment with this ID is known. If so, it is marked as reported by this source, too. */
export async function markKnownPayment(tx: Tx, name: string, source: PaymentSource): Promise<boolean> {
  await tx`
    update payment_events set other_ref = payment_ref where payment_ref = ${name} and ${unnamedBy(tx, source)}`;
  const rows = await tx`
    select 1 from payment_events where type = ${PAID} and (payment_ref = ${name} or other_ref = ${name})`;
  return rows.length > 0;
}

/**
 * Records this source's ID for a payment: among those reported only by the other source, the one with the same amount
 * and the nearest time within `hours`. Returns false if there is none.
 */
export async function namePayment(
  tx: Tx,
  { ref, amount, currency, paymentRef, occurredAt }: PaymentEvent,
  source: PaymentSource,
  hours: number,
): Promise<boolean> {
  const at = tx`${occurredAt.toISOString()}::text::timestamptz`;
  const rows = await tx`
    update payment_events set other_ref = ${paymentRef}
    where id = (
      select id from payment_events
      where provider_ref = ${ref} and amount = ${amount} and currency = ${currency} and ${unnamedBy(tx, source)}
        and occurred_at between ${at} - make_interval(hours => ${hours}) and ${at} + make_interval(hours => ${hours})
      order by greatest(occurred_at, ${at}) - least(occurred_at, ${at}), id limit 1)
    returning 1`;
  return rows.length > 0;
}

/** The subscription that a payment was made for, by either of the payment's IDs; null if the payment is unknown. */
export async function subscriptionPaidBy(db: Db, payment: string): Promise<string | null> {
  const [row] = await db<{ ref: string }[]>`
    select provider_ref as ref from payment_events
    where type = ${PAID} and (payment_ref = ${payment} or other_ref = ${payment})`;
  return row?.ref ?? null;
}

/** The time since which payments of this subscription may be missing here; null if the subscription never began. */
export async function paymentsKnownUntil(db: Db, ref: string): Promise<Date | null> {
  const [row] = await db<{ since: Date | null }[]>`
    select greatest(min(created_at), (
      select max(occurred_at) from payment_events where provider_ref = ${ref} and type = ${PAID}
    )) as since
    from plan_subscriptions where provider_ref = ${ref} and activated_at is not null`;
  return row?.since ?? null;
}
