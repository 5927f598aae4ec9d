import type { ProviderStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import * as z from 'zod';

/**
 * The fields used of PayPal's responses, which contain more. https://developer.paypal.com/docs/api/subscriptions/v1/
 */
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Currency = z.string().regex(/^[A-Z]{3}$/);
const Links = z.array(z.object({ href: z.url(), rel: z.string() })).default([]);

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The response to a revision contains only its links. */
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

/** Why PayPal refused a call; PayPal's support asks for the `debug_id`. */
export const Refusal = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

const Money = z.object({ total: z.string(), currency: Currency });

/** A webhook's event about a subscription, or about a payment for one. */
export const WebhookEvent = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: Time,
  resource: z.object({
    id: z.string().max(100).optional(),
    /** For a payment: the subscription that it pays. */
    billing_agreement_id: z.string().max(100).optional(),
    /** For a refund or a reversal: the payment that was returned. */
    sale_id: z.string().max(100).optional(),
    amount: Money.optional().catch(undefined),
  }),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** A payment; the account at PayPal may also sell other things than subscriptions. */
export const Sale = z.object({ billing_agreement_id: z.string().max(100).optional() });

/** A returned payment, refunded by us or reversed by the payer's bank. */
export const Refund = z.object({ sale_id: z.string().max(100).optional() });

/** The payments, refused payments and refunds of a subscription within a period. */
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

/** A completed payment. */
export interface Payment {
  ref: string;
  /** As PayPal writes it: "9.99". */
  total: string;
  currency: string;
  paidAt: Date;
}

export const paymentsIn = ({ transactions }: z.output<typeof Transactions>): Payment[] =>
  transactions
    // Refunds are completed transactions, too, with an amount below zero.
    .filter(
      ({ status, amount_with_breakdown: { gross_amount: gross } }) => status === 'COMPLETED' && Number(gross.value) > 0,
    )
    .map(({ id, time, amount_with_breakdown: { gross_amount: gross } }) => ({
      ref: id,
      total: gross.value,
      currency: gross.currency_code,
      paidAt: time,
    }));

/** PayPal's report on a subscription, in our terms. */
export interface Report {
  ref: string;
  planId: string | null;
  status: ProviderStatus;
  /** The payer approved it; PayPal may take a moment to start it after that. */
  isApproved: boolean;
  nextBillingAt: Date | null;
  payerEmail: string | null;
}

/**
 * PayPal continues to charge after a failed payment, and suspends a subscription after several; both are the same here.
 * A subscription that was ever paid for has a last payment, even if later payments failed.
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
