import type { Db, Tx } from '../db/connection.ts';

/** What the provider told us; of its payments, how much (minor units). */
export interface PaymentEvent {
  id: string;
  type: string;
  ref: string;
  userId: string;
  amount: number | null;
  currency: string | null;
  occurredAt: Date;
}

/** Keeps an event; false when it was known. */
export async function insertPaymentEvent(tx: Tx, event: PaymentEvent): Promise<boolean> {
  const rows = await tx`
    insert into payment_events (id, type, provider_ref, user_id, amount, currency, occurred_at)
    values (${event.id}, ${event.type}, ${event.ref}, ${event.userId}, ${event.amount}, ${event.currency}, ${event.occurredAt})
    on conflict (id) do nothing returning 1`;
  return rows.length > 0;
}

/** An event that had no effects yet. */
export async function findUnapplied(db: Db, id: string): Promise<PaymentEvent | null> {
  const [row] = await db<PaymentEvent[]>`
    select id, type, provider_ref as ref, user_id as "userId", amount, currency, occurred_at as "occurredAt"
    from payment_events where id = ${id} and applied_at is null`;
  return row ?? null;
}

/** Says that an event has its effects, which are in this transaction; false when it had them already. */
export async function markApplied(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update payment_events set applied_at = now() where id = ${id} and applied_at is null returning 1`;
  return rows.length > 0;
}

/** Events that should have had their effects long ago (seconds), in no order: those that fail each time stand in nobody's way. */
export async function listForgotten(db: Db, seconds: number, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from payment_events
    where applied_at is null and received_at < now() - make_interval(secs => ${seconds})
    order by random() limit ${limit}`;
  return rows.map(({ id }) => id);
}
