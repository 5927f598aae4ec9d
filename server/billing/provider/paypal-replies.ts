import type { ProviderStatus } from '@scoville/contract/subscription-state.ts';
import * as z from 'zod';

/** What of PayPal's answers is read; they hold more. https://developer.paypal.com/docs/api/subscriptions/v1/ */
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Currency = z.string().regex(/^[A-Z]{3}$/);
const Links = z.array(z.object({ href: z.url(), rel: z.string() })).default([]);

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A revision answers with its links alone. */
export const Revised = z.object({ links: Links });

export const Subscription = z.object({
  id: z.string().min(1).max(100),
  plan_id: z.string().optional(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  subscriber: z.object({ email_address: z.string().optional() }).optional(),
  billing_info: z
    .object({
      failed_payments_count: z.number().int().default(0),
      next_billing_time: Time.optional(),
      last_payment: z.object({}).optional(),
    })
    .optional(),
  links: Links,
});

export const Verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/** Why it refused a call; `debug_id` is what PayPal asks for. */
export const Refusal = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

const Money = z.object({ total: z.string(), currency: Currency });

/** An event of a webhook: of a subscription, or of a payment for one. */
export const WebhookEvent = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: Time,
  resource: z.object({
    id: z.string().max(100).optional(),
    /** Of a payment: the subscription that it pays. */
    billing_agreement_id: z.string().max(100).optional(),
    /** Of what is given back: the payment that it was. */
    sale_id: z.string().max(100).optional(),
    amount: Money.optional().catch(undefined),
  }),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** A payment; of what the account at PayPal sells besides subscriptions, too. */
export const Sale = z.object({ billing_agreement_id: z.string().max(100).optional() });

/** What was given back of a payment, by us or by the payer's bank. */
export const Refund = z.object({ sale_id: z.string().max(100).optional() });

/** What was paid, refused and given back for a subscription within a time. */
export const Transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        status: z.string().optional(),
        time: Time,
        amount_with_breakdown: z.object({ gross_amount: z.object({ value: z.string(), currency_code: Currency }) }),
      }),
    )
    .default([]),
});

/** A payment that was made. */
export interface Payment {
  ref: string;
  /** As PayPal writes it: "9.99". */
  total: string;
  currency: string;
  paidAt: Date;
}

export const paymentsIn = ({ transactions }: z.output<typeof Transactions>): Payment[] =>
  transactions
    // What is given back is completed, too, with an amount below zero.
    .filter(
      ({ status, amount_with_breakdown: { gross_amount: gross } }) => status === 'COMPLETED' && Number(gross.value) > 0,
    )
    .map(({ id, time, amount_with_breakdown: { gross_amount: gross } }) => ({
      ref: id,
      total: gross.value,
      currency: gross.currency_code,
      paidAt: time,
    }));

/** What PayPal says of a subscription, in our words. */
export interface Report {
  ref: string;
  planId: string | null;
  status: ProviderStatus;
  /** Its payer said yes; PayPal may take a moment between that and its beginning. */
  isApproved: boolean;
  nextBillingAt: Date | null;
  payerEmail: string | null;
}

/**
 * PayPal goes on charging after a failed payment, and suspends after some: for us both are the same. What was once paid for
 * has a last payment, whatever failed since.
 */
function providerStatusOf({ status, billing_info }: z.output<typeof Subscription>): ProviderStatus {
  const owing = billing_info?.last_payment === undefined ? 'unpaid' : 'past-due';
  switch (status) {
    case 'APPROVAL_PENDING':
    case 'APPROVED':
      return 'waiting';
    case 'ACTIVE':
      return (billing_info?.failed_payments_count ?? 0) > 0 ? owing : 'paid';
    case 'SUSPENDED':
      return owing;
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return 'expired';
  }
}

export const reportOf = (subscription: z.output<typeof Subscription>): Report => ({
  ref: subscription.id,
  planId: subscription.plan_id ?? null,
  status: providerStatusOf(subscription),
  isApproved: subscription.status !== 'APPROVAL_PENDING',
  nextBillingAt: subscription.billing_info?.next_billing_time ?? null,
  payerEmail: subscription.subscriber?.email_address ?? null,
});

export const approvalIn = (links: z.output<typeof Links>): string | null =>
  links.find(({ rel }) => rel === 'approve')?.href ?? null;
