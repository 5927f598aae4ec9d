import type { Payment } from './payments.ts';
import type { HeldSubscription } from './held-subscription.ts';

const MONTH = 30 * 24 * 3600 * 1000;

/** A subscription in the form of PayPal's answers and events. */
export function subscriptionDocument(one: HeldSubscription, last: Payment | undefined, apiUrl: string): object {
  const self = `${apiUrl}/v1/billing/subscriptions/${one.id}`;
  const approve = { href: `${apiUrl}/approve/${one.id}`, rel: 'approve', method: 'GET' };
  const awaits = one.status === 'APPROVAL_PENDING' || one.revision !== null;
  return {
    id: one.id,
    plan_id: one.plan_id,
    custom_id: one.custom_id,
    status: one.status,
    ...(one.status === 'APPROVAL_PENDING'
      ? {}
      : {
          subscriber: { email_address: 'payer@example.org' },
          billing_info: {
            failed_payments_count: one.failedPayments,
            next_billing_time: new Date(Date.now() + MONTH).toISOString(),
            ...(last && {
              last_payment: { amount: { value: last.total, currency_code: last.currency }, time: last.time },
            }),
          },
        }),
    links: [...(awaits ? [approve] : []), { href: self, rel: 'self', method: 'GET' }],
  };
}
