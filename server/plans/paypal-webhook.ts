import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { callerOf } from '../http/caller.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { findProvider } from './ask-provider.ts';
import { keepPayment } from './keep-payment.ts';
import { PAID, insertPaymentEvent, subscriptionPaidBy } from './payment-events.queries.ts';
import { minorUnits } from './money.ts';
import { type PayPal, SIGNATURE_HEADERS, type Signature } from './paypal.ts';
import { WebhookEvent } from './paypal-replies.ts';
import { lockOwner, ownerOf } from './plan-subscriptions.queries.ts';
import { applyPaymentEventJob } from './plans.jobs.ts';

/** Where PayPal sends its events; the webhook is registered there with this path. */
const WEBHOOK_PATH = '/webhooks/paypal';

/** The largest event that PayPal sends is some kilobytes. */
const BODY_LIMIT = 256 * 1024;
const REFUSED = 'This is not a PayPal event for this webhook.';

/**
 * Takes PayPal's events. They come from its servers, without cookies and from no page of ours: the signature is the proof,
 * and PayPal is asked about it before anything is believed. An event is kept with the job that does what it asks for; then
 * PayPal may forget it.
 */
export async function servePayPalWebhook(server: FastifyInstance, app: App): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The text as it came: it is what was signed.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      async (_request: unknown, body: unknown) => body,
    );
    const schema = { summary: 'Take an event that PayPal signed', 'x-access': 'anyone' } as FastifySchema;
    scope.post(WEBHOOK_PATH, { bodyLimit: BODY_LIMIT, schema }, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const provider = findProvider(app);
      if (provider === null) throw notFound('This webhook');
      await app.limits.take(`paypal-webhook ${callerOf(request)}`, 600, 60);
      const body = String(request.body ?? '');
      const event = readEvent(body);
      if (!(await provider.isGenuine(signatureOf(request), body))) {
        app.log.warn({ event: event.id }, 'an event that PayPal did not sign was refused');
        throw badRequest(REFUSED);
      }
      await keep(app, provider, event);
      return { received: true };
    });
  });
}

function readEvent(body: string): WebhookEvent {
  try {
    return WebhookEvent.parse(JSON.parse(body));
  } catch {
    throw badRequest(REFUSED);
  }
}

function signatureOf({ headers }: FastifyRequest): Signature {
  return Object.fromEntries(
    SIGNATURE_HEADERS.map((name) => {
      const value = headers[name];
      if (typeof value !== 'string' || value.length > 2000) throw badRequest(REFUSED);
      return [name, value];
    }),
  ) as Signature;
}

/** Keeps what concerns a subscription of ours; the account at PayPal may sell other things, too. */
async function keep(app: App, provider: PayPal, event: WebhookEvent): Promise<void> {
  const { id, event_type: type, create_time, resource } = event;
  const ref = await subscriptionOf(app, provider, event);
  if (ref === null) return;
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    // Whatever tells of a payment comes after the other: the second one sees what the first has kept.
    if (userId === null || !(await lockOwner(tx, userId))) return;
    const { amount } = resource;
    const told = {
      id,
      type,
      ref,
      userId,
      amount: amount === undefined ? null : minorUnits(amount.total, amount.currency),
      currency: amount?.currency ?? null,
      occurredAt: create_time,
    };
    const isNew =
      type === PAID
        ? await keepPayment(tx, { ...told, paymentRef: resource.id ?? id })
        : await insertPaymentEvent(tx, { ...told, paymentRef: null });
    if (isNew) await app.queue.enqueue(tx, applyPaymentEventJob, { eventId: id });
  });
}

/** Payments that were given back: by us, or by the payer's bank. */
const GIVEN_BACK = ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED'];

/**
 * Which subscription an event is about; null for none. What is given back names its payment alone, and not even that where
 * the payer's bank took it back: PayPal says which payment it was, and where that is not known yet, as its own event comes
 * later or never, what it was paid for.
 */
async function subscriptionOf(
  { db, log }: App,
  provider: PayPal,
  { id: event, event_type: type, resource }: WebhookEvent,
): Promise<string | null> {
  const { id, sale_id: sale, billing_agreement_id: agreement } = resource;
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return id ?? null;
  if (!type.startsWith('PAYMENT.SALE.')) return null;
  if (agreement !== undefined) return agreement;
  const paidBy = async (payment: string) => (await subscriptionPaidBy(db, payment)) ?? provider.findPaid(payment);
  if (sale !== undefined) return paidBy(sale);
  if (id === undefined || !GIVEN_BACK.includes(type)) return null;
  // It may also be told under the name of the payment itself.
  const found = await paidBy((await provider.findRefunded(id)) ?? id);
  if (found === null) log.warn({ event, type }, 'PayPal gave back a payment that is for no subscription that it knows');
  return found;
}
