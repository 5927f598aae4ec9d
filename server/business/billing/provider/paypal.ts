import * as z from 'zod';
import { conflict } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { PayPalSettings } from '../../../platform/paypal-settings.ts';
import { createPayPalCaller, unreachable } from './paypal-calls.ts';
import {
  type Payment,
  type Report,
  Refund,
  Revised,
  Sale,
  Subscription,
  Transactions,
  Verification,
  approvalIn,
  paymentsIn,
  reportOf,
} from './paypal-replies.ts';

/** The URLs to which a payer returns from PayPal's pages. */
export interface ReturnUrls {
  returnUrl: string;
  cancelUrl: string;
  brand: string;
}

/** The headers of a webhook request that form its signature. */
export const SIGNATURE_HEADERS = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
] as const;
export type Signature = Record<(typeof SIGNATURE_HEADERS)[number], string>;

/**
 * The part of PayPal's REST API that subscriptions need. Every call throws HttpError 503 if PayPal gives no valid
 * response.
 */
export interface PayPal {
  /** @param id our own id: a second call with it creates no second subscription */
  create(id: string, planId: string, urls: ReturnUrls): Promise<{ ref: string; approveUrl: string }>;
  /** Throws HttpError 409 if PayPal doesn't allow it. `approveUrl` is null if the payer needn't approve it. */
  revise(ref: string, planId: string, urls: ReturnUrls): Promise<{ approveUrl: string | null }>;
  /** Null if PayPal doesn't have it. */
  find(ref: string): Promise<Report | null>;
  /** The subscription that a payment was made for; null if PayPal doesn't have it, or it paid for something else. */
  findPaid(payment: string): Promise<string | null>;
  /** The payment that was returned; null if PayPal has no such refund. */
  findRefunded(refund: string): Promise<string | null>;
  /** The payments for a subscription since then; empty if PayPal doesn't have the subscription. */
  listPayments(ref: string, since: Date): Promise<Payment[]>;
  /**
   * Ends a subscription for good; has no effect if it has ended or is unknown. Returns false if its payer hasn't
   * approved it, because PayPal doesn't end such a subscription.
   */
  cancel(ref: string, reason: string): Promise<boolean>;
  /** Whether PayPal sent this body to our webhook. PayPal itself verifies the bytes as they arrived. */
  isGenuine(signature: Signature, body: string): Promise<boolean>;
}

/** Maximum number of characters of a name or a reason; PayPal refuses longer ones. */
const LONGEST = 127;

export function openPayPal({ webhookId, ...credentials }: PayPalSettings, log: Logger): PayPal {
  const call = createPayPalCaller(credentials, log);
  const pathOf = (ref: string, verb = '') => `/v1/billing/subscriptions/${encodeURIComponent(ref)}${verb}`;
  const findSubscription = (ref: string) => call({ method: 'GET', path: pathOf(ref) }, Subscription, [404]);
  const context = ({ returnUrl, cancelUrl, brand }: ReturnUrls) => ({
    brand_name: brand.slice(0, LONGEST),
    shipping_preference: 'NO_SHIPPING',
    user_action: 'SUBSCRIBE_NOW',
    return_url: returnUrl,
    cancel_url: cancelUrl,
  });

  return {
    async create(id, planId, urls) {
      const body = { plan_id: planId, custom_id: id, application_context: context(urls) };
      const made = await call(
        {
          method: 'POST',
          path: '/v1/billing/subscriptions',
          body: JSON.stringify(body),
          headers: { 'paypal-request-id': id, prefer: 'return=representation' },
        },
        Subscription,
      );
      const approveUrl = made && approvalIn(made.links);
      if (made === null || approveUrl === null) throw unreachable();
      return { ref: made.id, approveUrl };
    },

    async revise(ref, planId, urls) {
      const body = JSON.stringify({ plan_id: planId, application_context: context(urls) });
      const revised = await call({ method: 'POST', path: pathOf(ref, '/revise'), body }, Revised, [404, 422]);
      if (revised === null)
        throw conflict('PayPal does not allow this change now. Cancel your subscription and choose the plan again.');
      return { approveUrl: approvalIn(revised.links) };
    },

    async find(ref) {
      const found = await findSubscription(ref);
      return found && reportOf(found);
    },

    async findPaid(payment) {
      const path = `/v1/payments/sale/${encodeURIComponent(payment)}`;
      const sale = await call({ method: 'GET', path }, Sale, [404]);
      return sale?.billing_agreement_id ?? null;
    },

    async findRefunded(refund) {
      const path = `/v1/payments/refund/${encodeURIComponent(refund)}`;
      const found = await call({ method: 'GET', path }, Refund, [404]);
      return found?.sale_id ?? null;
    },

    async listPayments(ref, since) {
      const range = new URLSearchParams({ start_time: since.toISOString(), end_time: new Date().toISOString() });
      const path = `${pathOf(ref, '/transactions')}?${range}`;
      const listed = await call({ method: 'GET', path }, Transactions, [404]);
      return listed === null ? [] : paymentsIn(listed);
    },

    async cancel(ref, reason) {
      const body = JSON.stringify({ reason: reason.slice(0, LONGEST) });
      const done = await call(
        { method: 'POST', path: pathOf(ref, '/cancel'), body },
        z.unknown().transform(() => true),
        [404, 422],
      );
      if (done) return true;
      const left = await findSubscription(ref);
      if (left?.status === 'ACTIVE' || left?.status === 'SUSPENDED') throw unreachable();
      return left?.status !== 'APPROVAL_PENDING' && left?.status !== 'APPROVED';
    },

    async isGenuine(signature, body) {
      const of = (name: (typeof SIGNATURE_HEADERS)[number]) => JSON.stringify(signature[name]);
      // The event is returned as it arrived, because serializing it again could change signed numbers and escapes.
      const question = `{"auth_algo":${of('paypal-auth-algo')},"cert_url":${of('paypal-cert-url')},"transmission_id":${of(
        'paypal-transmission-id',
      )},"transmission_sig":${of('paypal-transmission-sig')},"transmission_time":${of(
        'paypal-transmission-time',
      )},"webhook_id":${JSON.stringify(webhookId)},"webhook_event":${body}}`;
      const answer = await call(
        { method: 'POST', path: '/v1/notifications/verify-webhook-signature', body: question },
        Verification,
        [400, 422],
      );
      return answer?.verification_status === 'SUCCESS';
    },
  };
}
