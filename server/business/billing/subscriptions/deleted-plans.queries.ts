import type { Db, Tx } from '../../../platform/db/connection.ts';

/** PayPal refunds payments for this long, so subscriptions of deleted accounts and their payments are kept as long. */
const KEPT_DAYS = 180;

/** A payment for the subscription of an account that was deleted before. */
export interface PaymentToReturn {
  /** The provider's ids of the payment and of its subscription. */
  paymentRef: string;
  ref: string;
  /** Minor units; null if unreadable. */
  amount: number | null;
  currency: string | null;
  paidAt: Date;
}

/** A refund or reversal of a payment by the provider. */
export interface Return {
  /** The provider's ids of the return and of the payment. */
  returnRef: string;
  paymentRef: string;
  /** Minor units, with whichever sign the provider writes; null if unreadable. */
  amount: number | null;
  currency: string | null;
  returnedAt: Date;
}

/** Stores all subscriptions of an account that is being deleted. */
export async function storeDeletedPlans(tx: Tx, userId: string): Promise<void> {
  await tx`
    insert into deleted_plans (provider_ref)
    select distinct provider_ref from plan_subscriptions where user_id = ${userId} on conflict do nothing`;
}

/** When the subscription's account was deleted; null if it isn't a deleted account's subscription. */
export async function findDeletion(db: Db, ref: string): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`select deleted_at as at from deleted_plans where provider_ref = ${ref}`;
  return row?.at ?? null;
}

/** Stores a payment to return; false if it was stored before. */
export async function insertPaymentToReturn(tx: Tx, payment: PaymentToReturn): Promise<boolean> {
  const rows = await tx`
    insert into payments_to_return (payment_ref, provider_ref, amount, currency, paid_at)
    values (${payment.paymentRef}, ${payment.ref}, ${payment.amount}, ${payment.currency}, ${payment.paidAt})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** The subscription of a payment that must be or was returned to the payer; null if there is no such payment. */
export async function findRefToReturn(db: Db, paymentRef: string): Promise<string | null> {
  const [row] = await db<{ ref: string }[]>`
    select provider_ref as ref from payments_to_return where payment_ref = ${paymentRef}`;
  return row?.ref ?? null;
}

/** Stores a return once. The payment itself may be stored later. */
export async function insertReturn(tx: Tx, one: Return): Promise<void> {
  await tx`
    insert into returned_payments (return_ref, payment_ref, amount, currency, returned_at)
    values (${one.returnRef}, ${one.paymentRef}, ${one.amount === null ? null : Math.abs(one.amount)}, ${one.currency},
      ${one.returnedAt})
    on conflict do nothing`;
}

/**
 * Lists the payments to return, the oldest first, with the amount that is still owed. A return whose amount can't be
 * compared with the payment's counts as the whole payment.
 */
export const listPaymentsToReturn = (db: Db): Promise<PaymentToReturn[]> =>
  db<PaymentToReturn[]>`
    select p.payment_ref as "paymentRef", p.provider_ref as ref, p.amount - r.amount as amount, p.currency, p.paid_at as "paidAt"
    from payments_to_return p, lateral (
      select coalesce(sum(amount), 0)::bigint as amount, count(*) as times,
        coalesce(bool_or(amount is null or currency is distinct from p.currency), false) as is_unclear
      from returned_payments where payment_ref = p.payment_ref) r
    where r.times = 0 or (p.amount > r.amount and not r.is_unclear)
    order by p.paid_at, p.payment_ref limit 100`;

/** Deletes payments that the provider no longer refunds, with their subscriptions and returns. */
export async function deleteOldPlans(db: Db): Promise<void> {
  await db`delete from deleted_plans where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`;
  await db`delete from payments_to_return where paid_at < now() - make_interval(days => ${KEPT_DAYS})`;
  // A payment is older than its returns, so it is deleted before them.
  await db`delete from returned_payments where returned_at < now() - make_interval(days => ${KEPT_DAYS})`;
}
