import type { Tx } from '../../db/connection.ts';
import {
  LISTED,
  type PaymentEvent,
  type PaymentSource,
  insertPaymentEvent,
  knowPayment,
  namePayment,
} from './payment-events.queries.ts';

/** Hours between what an event and the listing say of one payment, at the most. Two months are never as near. */
export const NEAR_HOURS = 24;

export interface ToldPayment extends PaymentEvent {
  paymentRef: string;
}

/**
 * Keeps a payment that nobody told of before. An event and the provider's listing both tell of it, in any order and each
 * as often as it likes, and PayPal does not promise that they name it alike: one that only the other told of, of the same
 * amount and about the same time, is the same. Its owner is locked.
 *
 * @returns false for a payment that was known
 */
export async function keepPayment(tx: Tx, payment: ToldPayment): Promise<boolean> {
  const source: PaymentSource = payment.id.startsWith(LISTED) ? 'listing' : 'event';
  if (await knowPayment(tx, payment.paymentRef, source)) return false;
  if (await namePayment(tx, payment, source, NEAR_HOURS)) return false;
  return insertPaymentEvent(tx, payment);
}
