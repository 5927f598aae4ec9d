import { randomUUID } from 'node:crypto';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { type Payment, createPayments } from './payments.ts';
import type { HeldSubscription } from './held-subscription.ts';
import { type SentEvent, type Signer, createSigner } from './signer.ts';
import { subscriptionDocument } from './subscription-document.ts';
import type { PayPalSettings } from '../../platform/paypal-settings.ts';

export type SimulatedEvent = 'approve' | 'activate' | 'pay' | 'fail' | 'refund' | 'reverse' | 'suspend' | 'cancel';

/** The subscriptions and payments in the stand-in, and the events that a test can simulate. */
export interface Provider extends Signer {
  settings: PayPalSettings;
  subscriptions: Map<string, HeldSubscription>;
  /** The payments for each subscription, by its id. */
  payments: Map<string, Payment[]>;
  /** The ids of the payments that banks reversed, by the id of the reversal. */
  reversals: Map<string, string>;
  /** Simulates an action of a payer, or the end of a month. Resolves when the product has answered the webhooks. */
  act: (id: string, event: SimulatedEvent) => Promise<void>;
  /** A subscription in the form of PayPal's answers and events. */
  document: (one: HeldSubscription) => object;
  /** If set, it is called with each event, and events aren't posted. */
  hold: ((event: SentEvent) => void) | null;
  /** Leaves an approved subscription in the status APPROVED, as PayPal does for a moment, until `activate`. */
  isSlow: boolean;
  /** Refuses the first payment of an approved subscription, as a payer's bank may. */
  declines: boolean;
  /** Milliseconds by which the stand-in's clock is behind, so that a test can act in the past. */
  behind: number;
}

export interface ProviderOptions {
  settings: Omit<PayPalSettings, 'apiUrl'>;
  plans: readonly Plan[];
  /** The URL to which events are posted; null if they aren't posted. */
  webhookUrl: string | null;
}

/** An empty provider. The server that uses it must set its URL in `settings`. */
export function createProvider({ settings, plans, webhookUrl }: ProviderOptions): Provider {
  const signer = createSigner(settings.webhookId, () => provider.settings.apiUrl);
  const now = () => new Date(Date.now() - provider.behind).toISOString();
  const { payments, reversals, pay, refund, reverse } = createPayments({ plans, now, sendEvent });
  const provider: Provider = {
    settings: { ...settings, apiUrl: '' },
    subscriptions: new Map(),
    payments,
    reversals,
    act,
    document,
    ...signer,
    hold: null,
    isSlow: false,
    declines: false,
    behind: 0,
  };

  function document(one: HeldSubscription): object {
    return subscriptionDocument(one, payments.get(one.id)?.at(-1), provider.settings.apiUrl);
  }

  async function sendEvent(type: string, resource: object): Promise<void> {
    const event = signer.sign({
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
    // PayPal would send the event again for days. The stand-in doesn't, because the product checks plans on its own.
    if (!(answer instanceof Response) || !answer.ok) console.warn(`The event ${type} was not taken: ${String(answer)}`);
  }

  async function activate(one: HeldSubscription): Promise<void> {
    one.status = 'ACTIVE';
    if (provider.declines) one.failedPayments = 1;
    await sendEvent('BILLING.SUBSCRIPTION.ACTIVATED', document(one));
    if (provider.declines) await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
    else await pay(one);
  }

  async function act(id: string, event: SimulatedEvent): Promise<void> {
    const one = provider.subscriptions.get(id);
    if (one === undefined || one.status === 'CANCELLED') return;
    const isNew = one.status === 'APPROVAL_PENDING' || one.status === 'APPROVED';
    if (event === 'approve' && one.status === 'APPROVAL_PENDING' && provider.isSlow) one.status = 'APPROVED';
    else if ((event === 'approve' && isNew) || (event === 'activate' && one.status === 'APPROVED')) await activate(one);
    else if (event === 'approve' && one.revision !== null) {
      [one.plan_id, one.revision] = [one.revision, null];
      await sendEvent('BILLING.SUBSCRIPTION.UPDATED', document(one));
    } else if (isNew) return;
    else if (event === 'pay') {
      [one.failedPayments, one.status] = [0, 'ACTIVE'];
      await pay(one);
    } else if (event === 'fail') {
      one.failedPayments += 1;
      await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
    } else if (event === 'refund') await refund(one);
    else if (event === 'reverse') await reverse(one);
    else if (event === 'suspend') {
      one.status = 'SUSPENDED';
      await sendEvent('BILLING.SUBSCRIPTION.SUSPENDED', document(one));
    } else if (event === 'cancel') {
      one.status = 'CANCELLED';
      await sendEvent('BILLING.SUBSCRIPTION.CANCELLED', document(one));
    }
  }

  return provider;
}
