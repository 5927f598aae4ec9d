import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Plan } from '@scoville/contract/plans.ts';
import { decimalText } from '../money.ts';
import { type PayPalSettings, SIGNATURE_HEADERS } from '../paypal.ts';

/** A subscription as the stand-in knows it: PayPal's fields, and what a payer still has to approve. */
export interface HeldSubscription {
  id: string;
  plan_id: string;
  custom_id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  failedPayments: number;
  /** The plan that a revision asks for. */
  revision: string | null;
  returnUrl: string;
  cancelUrl: string;
}

/** An event on its way: what is posted to the webhook. */
export interface SentEvent {
  headers: Record<string, string>;
  body: string;
}

export type SimulatedEvent = 'approve' | 'activate' | 'pay' | 'fail' | 'refund' | 'reverse' | 'suspend' | 'cancel';

interface Payment {
  id: string;
  time: string;
  total: string;
  currency: string;
}

/** What the stand-in holds, and what happens to it. */
export interface Provider {
  settings: PayPalSettings;
  subscriptions: Map<string, HeldSubscription>;
  /** What was paid for each subscription. */
  payments: Map<string, Payment[]>;
  /** The payments that banks took back, by the names of what took them. */
  reversals: Map<string, string>;
  /** Does what a payer, or the passing of a month, would. Resolves when its webhooks were answered. */
  act: (id: string, event: SimulatedEvent) => Promise<void>;
  /** A subscription as it stands in answers and events. */
  document: (one: HeldSubscription) => object;
  /** An event with its signature. */
  sign: (event: object) => SentEvent;
  signature: (transmission: string, time: string, body: string) => string;
  /** Takes events instead of posting them, when set. */
  hold: ((event: SentEvent) => void) | null;
  /** Keeps what a payer approved as approved alone, as PayPal does for a moment, until the event `activate`. */
  isSlow: boolean;
  /** Refuses the first payment of what is approved, as a payer's bank may. */
  declines: boolean;
  /** Milliseconds by which its clock is behind: what is done now was done then. */
  behind: number;
}

export interface ProviderOptions {
  settings: Omit<PayPalSettings, 'apiUrl'>;
  plans: readonly Plan[];
  /** Where events are posted; null for nowhere. */
  webhookUrl: string | null;
}

const MONTH = 30 * 24 * 3600 * 1000;

/** A provider that holds nothing yet; who serves it says where, in its settings. */
export function createProvider({ settings, plans, webhookUrl }: ProviderOptions): Provider {
  const key = randomBytes(32);
  const payments = new Map<string, Payment[]>();
  const reversals = new Map<string, string>();
  const provider: Provider = {
    settings: { ...settings, apiUrl: '' },
    subscriptions: new Map(),
    payments,
    reversals,
    act,
    document,
    sign,
    signature,
    hold: null,
    isSlow: false,
    declines: false,
    behind: 0,
  };
  const now = () => new Date(Date.now() - provider.behind).toISOString();

  const lastPayment = (id: string) => {
    const last = payments.get(id)?.at(-1);
    if (last === undefined) return {};
    return { last_payment: { amount: { value: last.total, currency_code: last.currency }, time: last.time } };
  };

  function document(one: HeldSubscription): object {
    const self = `${provider.settings.apiUrl}/v1/billing/subscriptions/${one.id}`;
    const approve = { href: `${provider.settings.apiUrl}/approve/${one.id}`, rel: 'approve', method: 'GET' };
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
              ...lastPayment(one.id),
            },
          }),
      links: [...(awaits ? [approve] : []), { href: self, rel: 'self', method: 'GET' }],
    };
  }

  function signature(transmission: string, time: string, body: string): string {
    return createHmac('sha256', key).update([transmission, time, settings.webhookId, body].join('|')).digest('base64');
  }

  function sign(event: object): SentEvent {
    const body = JSON.stringify(event);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    const values = ['HMAC-SHA256', `${provider.settings.apiUrl}/certificate`, id, signature(id, time, body), time];
    return { body, headers: Object.fromEntries(SIGNATURE_HEADERS.map((name, index) => [name, values[index] ?? ''])) };
  }

  async function sendEvent(type: string, resource: object): Promise<void> {
    const event = sign({
      id: `WH-${randomUUID()}`,
      event_version: '1.0',
      create_time: now(),
      event_type: type,
      resource_type: type.startsWith('PAYMENT') ? 'sale' : 'subscription',
      resource,
    });
    if (provider.hold !== null) return provider.hold(event);
    if (webhookUrl === null) return;
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { ...event.headers, 'content-type': 'application/json' },
      body: event.body,
    }).catch((error: unknown) => error);
    // PayPal would send it again for days; the product asks by itself about what it was not told.
    if (!(answer instanceof Response) || !answer.ok) console.warn(`The event ${type} was not taken: ${String(answer)}`);
  }

  const sendPaymentEvent = async (one: HeldSubscription) => {
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
  };

  async function act(id: string, event: SimulatedEvent): Promise<void> {
    const one = provider.subscriptions.get(id);
    if (one === undefined || one.status === 'CANCELLED') return;
    const isNew = one.status === 'APPROVAL_PENDING' || one.status === 'APPROVED';
    if (event === 'approve' && one.status === 'APPROVAL_PENDING' && provider.isSlow) one.status = 'APPROVED';
    else if ((event === 'approve' && isNew) || (event === 'activate' && one.status === 'APPROVED')) {
      one.status = 'ACTIVE';
      if (provider.declines) one.failedPayments = 1;
      await sendEvent('BILLING.SUBSCRIPTION.ACTIVATED', document(one));
      if (provider.declines) await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
      else await sendPaymentEvent(one);
    } else if (event === 'approve' && one.revision !== null) {
      [one.plan_id, one.revision] = [one.revision, null];
      await sendEvent('BILLING.SUBSCRIPTION.UPDATED', document(one));
    } else if (isNew) return;
    else if (event === 'pay') {
      [one.failedPayments, one.status] = [0, 'ACTIVE'];
      await sendPaymentEvent(one);
    } else if (event === 'fail') {
      one.failedPayments += 1;
      await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
    } else if (event === 'refund') {
      const last = payments.get(id)?.at(-1);
      if (last === undefined) return;
      // It names what was paid, and not what it was paid for.
      await sendEvent('PAYMENT.SALE.REFUNDED', {
        id: randomUUID(),
        sale_id: last.id,
        amount: { total: `-${last.total}`, currency: last.currency },
        state: 'completed',
      });
    } else if (event === 'reverse') {
      const last = payments.get(id)?.at(-1);
      if (last === undefined) return;
      // It names neither what was paid nor what it was paid for: whoever wants to know asks.
      const reversal = randomUUID();
      reversals.set(reversal, last.id);
      await sendEvent('PAYMENT.SALE.REVERSED', {
        id: reversal,
        amount: { total: `-${last.total}`, currency: last.currency },
        state: 'completed',
      });
    } else if (event === 'suspend') {
      one.status = 'SUSPENDED';
      await sendEvent('BILLING.SUBSCRIPTION.SUSPENDED', document(one));
    } else if (event === 'cancel') {
      one.status = 'CANCELLED';
      await sendEvent('BILLING.SUBSCRIPTION.CANCELLED', document(one));
    }
  }

  return provider;
}
