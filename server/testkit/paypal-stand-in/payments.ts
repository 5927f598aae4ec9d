import { randomUUID } from 'node:crypto';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { decimalText } from '../../business/billing/provider/money.ts';
import type { HeldSubscription } from './held-subscription.ts';

export interface Payment {
  id: string;
  time: string;
  total: string;
  currency: string;
}

interface PaymentsOptions {
  plans: readonly Plan[];
  now: () => string;
  sendEvent: (type: string, resource: object) => Promise<void>;
}

/** The payments of all subscriptions, and how each is made, refunded or reversed. */
export function createPayments({ plans, now, sendEvent }: PaymentsOptions) {
  const payments = new Map<string, Payment[]>();
  const reversals = new Map<string, string>();

  async function pay(one: HeldSubscription): Promise<void> {
    const plan = plans.find(({ planId }) => planId === one.plan_id);
    if (plan === undefined) return;
    const { currency } = plan;
    const paid = {
      id: randomUUID(),
      time: now(),
      total: decimalText(plan.price, currency),
      currency,
    };
    payments.set(one.id, [...(payments.get(one.id) ?? []), paid]);
    await sendEvent('PAYMENT.SALE.COMPLETED', {
      id: paid.id,
      billing_agreement_id: one.id,
      amount: { total: paid.total, currency },
      state: 'completed',
    });
  }

  async function refund({ id }: HeldSubscription): Promise<void> {
    const last = payments.get(id)?.at(-1);
    if (last === undefined) return;
    // The event contains the payment, but not the subscription.
    await sendEvent('PAYMENT.SALE.REFUNDED', {
      id: randomUUID(),
      sale_id: last.id,
      amount: { total: `-${last.total}`, currency: last.currency },
      state: 'completed',
    });
  }

  async function reverse({ id }: HeldSubscription): Promise<void> {
    const last = payments.get(id)?.at(-1);
    if (last === undefined) return;
    // The event contains neither the payment nor the subscription, so the receiver must request the reversal.
    const reversal = randomUUID();
    reversals.set(reversal, last.id);
    await sendEvent('PAYMENT.SALE.REVERSED', {
      id: reversal,
      amount: { total: `-${last.total}`, currency: last.currency },
      state: 'completed',
    });
  }

  return { payments, reversals, pay, refund, reverse };
}
