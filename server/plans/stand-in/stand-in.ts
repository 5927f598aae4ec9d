import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plan } from '@scoville/contract/plans.ts';
import { decimalText } from '../money.ts';
import type { PayPalSettings } from '../paypal.ts';
import { SIGNATURE_HEADERS } from '../paypal.ts';
import { listPage, subscriptionPage } from './pages.ts';

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

export interface StandIn {
  settings: PayPalSettings;
  subscriptions: Map<string, HeldSubscription>;
  /** Calls that it took, newest last: `POST /v1/…`. */
  calls: string[];
  /** Does what a payer, or the passing of a month, would. Resolves when its webhooks were answered. */
  act: (id: string, deed: SimulatedEvent) => Promise<void>;
  /** Takes events instead of posting them, when set. */
  hold: ((event: SentEvent) => void) | null;
  /** Keeps what a payer approved as approved alone, as PayPal does for a moment, until the deed `activate`. */
  isSlow: boolean;
  /** Refuses the first payment of what is approved, as a payer's bank may. */
  declines: boolean;
  /** Changes plans without asking their payer. */
  asksNobody: boolean;
  /** Answers every call with this status, when set. */
  broken: number | null;
  /** Fails calls of this path, when set. */
  brokenPath: string | null;
  /** How the listing of payments names them: as their events do, or by names of its own. PayPal does not say. */
  transactionIds: 'same' | 'other';
  /** What the listing of payments has besides: what was given back, or refused. */
  otherTransactions: object[];
  /** Milliseconds by which its clock is behind: what is done now was done then. */
  behind: number;
  /** An event with its signature. */
  sign: (event: object) => SentEvent;
  close: () => Promise<void>;
}

interface Options {
  settings: Omit<PayPalSettings, 'apiUrl'>;
  plans: readonly Plan[];
  /** Where events are posted; null for nowhere. */
  webhookUrl: string | null;
  port?: number;
}

const MONTH = 30 * 24 * 3600 * 1000;
const BODY_LIMIT = 1024 * 1024;

/**
 * A server that speaks as PayPal's REST interface does, as far as subscriptions need it, with the pages on which a payer
 * approves. It moves no money and knows nobody: it stands in for PayPal in development and in tests.
 */
export async function startPayPalStandIn({ settings, plans, webhookUrl, port = 0 }: Options): Promise<StandIn> {
  const key = randomBytes(32);
  const token = randomBytes(24).toString('hex');
  const byRequest = new Map<string, string>();
  /** What was paid for each subscription. */
  const payments = new Map<string, { id: string; time: string; total: string; currency: string }[]>();
  /** The payments that banks took back, by the names of what took them. */
  const reversals = new Map<string, string>();
  const now = () => new Date(Date.now() - standIn.behind).toISOString();
  const priceOf = (planId: string) => plans.find((plan) => plan.planId === planId);

  const standIn: StandIn = {
    settings: { ...settings, apiUrl: '' },
    subscriptions: new Map(),
    calls: [],
    hold: null,
    isSlow: false,
    declines: false,
    asksNobody: false,
    broken: null,
    brokenPath: null,
    transactionIds: 'same',
    otherTransactions: [],
    behind: 0,
    act,
    sign,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const lastPayment = (id: string) => {
    const last = payments.get(id)?.at(-1);
    if (last === undefined) return {};
    return { last_payment: { amount: { value: last.total, currency_code: last.currency }, time: last.time } };
  };
  const document = (one: HeldSubscription) => {
    const self = `${standIn.settings.apiUrl}/v1/billing/subscriptions/${one.id}`;
    const approve = { href: `${standIn.settings.apiUrl}/approve/${one.id}`, rel: 'approve', method: 'GET' };
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
  };

  function signature(transmission: string, time: string, body: string): string {
    return createHmac('sha256', key).update([transmission, time, settings.webhookId, body].join('|')).digest('base64');
  }

  function sign(event: object): SentEvent {
    const body = JSON.stringify(event);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    const values = ['HMAC-SHA256', `${standIn.settings.apiUrl}/certificate`, id, signature(id, time, body), time];
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
    if (standIn.hold !== null) return standIn.hold(event);
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
    const plan = priceOf(one.plan_id);
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

  function sale(payment: string): Answer {
    for (const [subscription, paid] of payments)
      for (const { id, total, currency } of paid)
        if (id === payment)
          return { status: 200, body: { id, billing_agreement_id: subscription, amount: { total, currency } } };
    return refused(404, 'INVALID_RESOURCE_ID');
  }

  function transactions(id: string, range: URLSearchParams): Answer {
    const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(range.get(name) ?? ''));
    if (from === undefined || to === undefined || !(from <= to)) return refused(400, 'INVALID_PARAMETER_VALUE');
    const listed = (payments.get(id) ?? []).filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to);
    const paid = listed.map(({ id: payment, time, total, currency }) => ({
      id: standIn.transactionIds === 'same' ? payment : `T-${payment}`,
      status: 'COMPLETED',
      time,
      amount_with_breakdown: { gross_amount: { value: total, currency_code: currency } },
    }));
    return { status: 200, body: { transactions: [...standIn.otherTransactions, ...paid] } };
  }

  async function act(id: string, deed: SimulatedEvent): Promise<void> {
    const one = standIn.subscriptions.get(id);
    if (one === undefined || one.status === 'CANCELLED') return;
    const isNew = one.status === 'APPROVAL_PENDING' || one.status === 'APPROVED';
    if (deed === 'approve' && one.status === 'APPROVAL_PENDING' && standIn.isSlow) one.status = 'APPROVED';
    else if ((deed === 'approve' && isNew) || (deed === 'activate' && one.status === 'APPROVED')) {
      one.status = 'ACTIVE';
      if (standIn.declines) one.failedPayments = 1;
      await sendEvent('BILLING.SUBSCRIPTION.ACTIVATED', document(one));
      if (standIn.declines) await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
      else await sendPaymentEvent(one);
    } else if (deed === 'approve' && one.revision !== null) {
      [one.plan_id, one.revision] = [one.revision, null];
      await sendEvent('BILLING.SUBSCRIPTION.UPDATED', document(one));
    } else if (isNew) return;
    else if (deed === 'pay') {
      [one.failedPayments, one.status] = [0, 'ACTIVE'];
      await sendPaymentEvent(one);
    } else if (deed === 'fail') {
      one.failedPayments += 1;
      await sendEvent('BILLING.SUBSCRIPTION.PAYMENT.FAILED', document(one));
    } else if (deed === 'refund') {
      const last = payments.get(id)?.at(-1);
      if (last === undefined) return;
      // It names what was paid, and not what it was paid for.
      await sendEvent('PAYMENT.SALE.REFUNDED', {
        id: randomUUID(),
        sale_id: last.id,
        amount: { total: `-${last.total}`, currency: last.currency },
        state: 'completed',
      });
    } else if (deed === 'reverse') {
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
    } else if (deed === 'suspend') {
      one.status = 'SUSPENDED';
      await sendEvent('BILLING.SUBSCRIPTION.SUSPENDED', document(one));
    } else if (deed === 'cancel') {
      one.status = 'CANCELLED';
      await sendEvent('BILLING.SUBSCRIPTION.CANCELLED', document(one));
    }
  }

  function create(body: Body, requestId: string | undefined): Answer {
    const known = requestId === undefined ? undefined : standIn.subscriptions.get(byRequest.get(requestId) ?? '');
    if (known !== undefined) return { status: 200, body: document(known) };
    if (priceOf(body.plan_id ?? '') === undefined) return refused(422, 'INVALID_PLAN');
    const one: HeldSubscription = {
      id: `I-${randomBytes(6).toString('hex').toUpperCase()}`,
      plan_id: body.plan_id ?? '',
      custom_id: body.custom_id ?? '',
      status: 'APPROVAL_PENDING',
      failedPayments: 0,
      revision: null,
      returnUrl: body.application_context?.return_url ?? '',
      cancelUrl: body.application_context?.cancel_url ?? '',
    };
    standIn.subscriptions.set(one.id, one);
    if (requestId !== undefined) byRequest.set(requestId, one.id);
    return { status: 201, body: document(one) };
  }

  function revise(one: HeldSubscription, body: Body): Answer {
    if (one.status !== 'ACTIVE') return refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    if (priceOf(body.plan_id ?? '') === undefined) return refused(422, 'INVALID_PLAN');
    if (standIn.asksNobody) one.plan_id = body.plan_id ?? one.plan_id;
    else one.revision = body.plan_id ?? null;
    one.returnUrl = body.application_context?.return_url ?? one.returnUrl;
    one.cancelUrl = body.application_context?.cancel_url ?? one.cancelUrl;
    return { status: 200, body: document(one) };
  }

  async function answerCall(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Answer> {
    const text = await readText(request);
    if (path === '/v1/oauth2/token') {
      const basic = `Basic ${Buffer.from(`${settings.clientId}:${settings.secret}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return refused(401, 'INVALID_CLIENT');
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } };
    }
    if (request.headers.authorization !== `Bearer ${token}`) return refused(401, 'INVALID_TOKEN');
    if (path === '/v1/notifications/verify-webhook-signature') return verify(text);
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    if (path === '/v1/billing/subscriptions') return create(body, request.headers['paypal-request-id']?.toString());
    const [, payment] = /^\/v1\/payments\/sale\/([^/]+)$/.exec(path) ?? [];
    if (payment !== undefined) return sale(payment);
    const [, refund] = /^\/v1\/payments\/refund\/([^/]+)$/.exec(path) ?? [];
    if (refund !== undefined) {
      const sale_id = reversals.get(refund);
      return sale_id === undefined
        ? refused(404, 'INVALID_RESOURCE_ID')
        : { status: 200, body: { id: refund, sale_id, state: 'completed' } };
    }
    const [, id = '', verb] = /^\/v1\/billing\/subscriptions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const one = standIn.subscriptions.get(id);
    if (one === undefined) return refused(404, 'INVALID_RESOURCE_ID');
    if (verb === 'transactions') return transactions(id, query);
    if (verb === 'revise') return revise(one, body);
    if (verb === 'cancel') {
      if (one.status !== 'ACTIVE' && one.status !== 'SUSPENDED') return refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      await act(id, 'cancel');
      return { status: 204, body: null };
    }
    return { status: 200, body: document(one) };
  }

  /** The event is compared as the bytes that it came in, like PayPal's checksum of them. */
  function verify(text: string): Answer {
    const asked = JSON.parse(text) as Record<string, string>;
    const body = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const expected = signature(asked['transmission_id'] ?? '', asked['transmission_time'] ?? '', body);
    const isRight = asked['webhook_id'] === settings.webhookId && asked['transmission_sig'] === expected;
    return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } };
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, where, id = '', deed] = path.split('/');
    const one = standIn.subscriptions.get(id);
    const show = (html: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const go = (location: string) => void response.writeHead(303, { location }).end();
    if (path === '/') return void show(listPage([...standIn.subscriptions.values()], plans));
    if (where !== 'approve' && where !== 'act') return void response.writeHead(404).end();
    if (one === undefined) return void response.writeHead(404).end('This subscription is not known.');
    if (request.method !== 'POST') return void show(subscriptionPage(one, plans));
    if (where === 'act') {
      await act(id, deed as SimulatedEvent);
      return go('/');
    }
    if (deed === 'leave') return go(one.cancelUrl);
    await act(id, 'approve');
    const back = new URL(one.returnUrl);
    back.searchParams.set('subscription_id', id);
    return go(back.href);
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const answer = async () => {
      if (!pathname.startsWith('/v1/')) return answerPage(request, response, pathname);
      standIn.calls.push(`${request.method} ${pathname}`);
      const { status, body } =
        standIn.broken === null && standIn.brokenPath !== pathname
          ? await answerCall(request, pathname, searchParams)
          : refused(standIn.broken ?? 500, 'INTERNAL_SERVICE_ERROR');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === null ? undefined : JSON.stringify(body));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  standIn.settings.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

/** What of a request's body is read. */
interface Body {
  plan_id?: string;
  custom_id?: string;
  application_context?: { return_url?: string; cancel_url?: string };
}

interface Answer {
  status: number;
  body: object | null;
}

const refused = (status: number, issue: string): Answer => ({
  status,
  body: { name: 'REFUSED', debug_id: 'stand-in', details: [{ issue }] },
});

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
