import type { Tx } from '../../../platform/db/connection.ts';
import {
  LISTED,
  type PaymentEvent,
  type PaymentSource,
  insertPaymentEvent,
  markKnownPayment,
  namePayment,
} from './payment-events.queries.ts';

/**
 * Maximum hours between the times of one payment in an event and in the listing. Monthly payments are further apart.
 */
export const NEAR_HOURS = 24;

export interface ReportedPayment extends PaymentEvent {
  paymentRef: string;
}

/**
 * Stores a payment unless it is known. Each payment is reported by an event and by the provider's listing, in any order
 * and repeatedly, and PayPal doesn't guarantee that both use the same ID. A payment that only the other source
 * reported, with the same amount and about the same time, is the same payment. The caller has locked the owner.
 *
 * @returns false for a known payment
 */
export async function storePayment(tx: Tx, payment: ReportedPayment): Promise<boolean> {
  const source: PaymentSource = payment.id.startsWith(LISTED) ? 'listing' : 'event';
  if (await markKnownPayment(tx, payment.paymentRef, source)) return false;
  if (await namePayment(tx, payment, source, NEAR_HOURS)) return false;
  return insertPaymentEvent(tx, payment);
}
