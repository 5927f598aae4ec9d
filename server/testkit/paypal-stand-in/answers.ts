import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { Provider } from './provider.ts';

/** Options for answers where PayPal may behave in several ways. */
export interface AnswerOptions {
  /** Changes plans without the payer's approval. */
  asksNobody: boolean;
  /** Whether the list of payments has the same ids as their events or other ids; PayPal doesn't document which. */
  transactionIds: 'same' | 'other';
  /** Other entries in the list of payments, such as refunds and failed payments. */
  otherTransactions: object[];
}

export interface Answer {
  status: number;
  body: object | null;
}

export const refused = (status: number, issue: string): Answer => ({
  status,
  body: { name: 'REFUSED', debug_id: 'stand-in', details: [{ issue }] },
});

/** Returns the function that answers the calls of clients, by path and query. */
export function answering(
  standIn: Provider & AnswerOptions,
  plans: readonly Plan[],
): (request: IncomingMessage, path: string, query: URLSearchParams) => Promise<Answer> {
  const token = randomBytes(24).toString('hex');
  const byRequest = new Map<string, string>();
  const isSold = (planId: string) => plans.some((plan) => plan.planId === planId);

  function create(body: Body, requestId: string | undefined): Answer {
    const known = requestId === undefined ? undefined : standIn.subscriptions.get(byRequest.get(requestId) ?? '');
    if (known !== undefined) return { status: 200, body: standIn.document(known) };
    if (!isSold(body.plan_id ?? '')) return refused(422, 'INVALID_PLAN');
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
    return { status: 201, body: standIn.document(one) };
  }

  function revise(one: HeldSubscription, body: Body): Answer {
    if (one.status !== 'ACTIVE') return refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    if (!isSold(body.plan_id ?? '')) return refused(422, 'INVALID_PLAN');
    if (standIn.asksNobody) one.plan_id = body.plan_id ?? one.plan_id;
    else one.revision = body.plan_id ?? null;
    one.returnUrl = body.application_context?.return_url ?? one.returnUrl;
    one.cancelUrl = body.application_context?.cancel_url ?? one.cancelUrl;
    return { status: 200, body: standIn.document(one) };
  }

  async function answerCall(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Answer> {
    const text = await readText(request);
    if (path === '/v1/oauth2/token') {
      const basic = `Basic ${Buffer.from(`${standIn.settings.clientId}:${standIn.settings.secret}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return refused(401, 'INVALID_CLIENT');
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } };
    }
    if (request.headers.authorization !== `Bearer ${token}`) return refused(401, 'INVALID_TOKEN');
    if (path === '/v1/notifications/verify-webhook-signature') return verifySignature(standIn, text);
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    if (path === '/v1/billing/subscriptions') return create(body, request.headers['paypal-request-id']?.toString());
    const [, payment] = /^\/v1\/payments\/sale\/([^/]+)$/.exec(path) ?? [];
    if (payment !== undefined) return findSale(standIn, payment);
    const [, refund] = /^\/v1\/payments\/refund\/([^/]+)$/.exec(path) ?? [];
    if (refund !== undefined) return findRefund(standIn, refund);
    const [, id = '', verb] = /^\/v1\/billing\/subscriptions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const one = standIn.subscriptions.get(id);
    if (one === undefined) return refused(404, 'INVALID_RESOURCE_ID');
    if (verb === 'transactions') return listTransactions(standIn, id, query);
    if (verb === 'revise') return revise(one, body);
    if (verb === 'cancel') {
      if (one.status !== 'ACTIVE' && one.status !== 'SUSPENDED') return refused(422, 'SUBSCRIPTION_STATUS_INVALID');
      await standIn.act(id, 'cancel');
      return { status: 204, body: null };
    }
    return { status: 200, body: standIn.document(one) };
  }

  return answerCall;
}

function findSale({ payments }: Provider, payment: string): Answer {
  for (const [subscription, paid] of payments)
    for (const { id, total, currency } of paid)
      if (id === payment)
        return { status: 200, body: { id, billing_agreement_id: subscription, amount: { total, currency } } };
  return refused(404, 'INVALID_RESOURCE_ID');
}

function findRefund({ reversals }: Provider, refund: string): Answer {
  const sale_id = reversals.get(refund);
  return sale_id === undefined
    ? refused(404, 'INVALID_RESOURCE_ID')
    : { status: 200, body: { id: refund, sale_id, state: 'completed' } };
}

function listTransactions(standIn: Provider & AnswerOptions, id: string, range: URLSearchParams): Answer {
  const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(range.get(name) ?? ''));
  if (from === undefined || to === undefined || !(from <= to)) return refused(400, 'INVALID_PARAMETER_VALUE');
  const listed = (standIn.payments.get(id) ?? []).filter(
    ({ time }) => Date.parse(time) >= from && Date.parse(time) <= to,
  );
  const paid = listed.map(({ id: payment, time, total, currency }) => ({
    id: standIn.transactionIds === 'same' ? payment : `T-${payment}`,
    status: 'COMPLETED',
    time,
    amount_with_breakdown: { gross_amount: { value: total, currency_code: currency } },
  }));
  return { status: 200, body: { transactions: [...standIn.otherTransactions, ...paid] } };
}

/** Compares the bytes of the event as they were received, because PayPal's checksum covers them unchanged. */
function verifySignature({ settings, signature }: Provider, text: string): Answer {
  const fields = JSON.parse(text) as Record<string, string>;
  const body = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
  const expected = signature(fields['transmission_id'] ?? '', fields['transmission_time'] ?? '', body);
  const isRight = fields['webhook_id'] === settings.webhookId && fields['transmission_sig'] === expected;
  return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } };
}

const BODY_LIMIT = 1024 * 1024;

/** The fields of a request's body that the stand-in reads. */
interface Body {
  plan_id?: string;
  custom_id?: string;
  application_context?: { return_url?: string; cancel_url?: string };
}

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
