import type { FastifyInstance, FastifySchema } from 'fastify';
import type { App } from '../../../platform/app-context.ts';
import { callerOf } from '../../../platform/http/caller.ts';
import { badRequest, notFound } from '../../../platform/http/errors.ts';
import { storeEvent, findSubject } from './store-event.ts';
import { limitSignatureChecks } from './limit-signature-checks.ts';
import { WebhookEvent } from '../provider/paypal-replies.ts';
import { readSignature } from '../provider/webhook-signature.ts';
import { findProvider } from '../provider/find-provider.ts';

/** The path to which PayPal sends its events; the webhook is registered at PayPal with it. */
const WEBHOOK_PATH = '/webhooks/paypal';

/** The largest event that PayPal sends is some kilobytes. */
const BODY_LIMIT = 256 * 1024;
const REFUSED = 'This is not a PayPal event for this webhook.';

/**
 * Receives PayPal's events. They come from its servers, without cookies and not from our pages, so the signature is the
 * proof, and PayPal checks it before we use the event. Each check costs a call, so events that are clearly forged are
 * refused without one, and the calls are counted. An event is stored with the job that applies it before PayPal gets
 * its response.
 */
export async function servePayPalWebhook(server: FastifyInstance, app: App): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Keeps the text as it arrived, because the signature covers exactly that text.
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
      const signature = readSignature(request.headers, app.env.PAYPAL?.apiUrl ?? '');
      if (signature === null) throw badRequest(REFUSED);
      const subject = await findSubject(app.db, event);
      const counted = await limitSignatureChecks(app, callerOf(request), subject);
      if (!(await provider.isGenuine(signature, body))) {
        app.log.warn({ event: event.id }, 'an event that PayPal did not sign was refused');
        throw badRequest(REFUSED);
      }
      await counted.giveBack();
      if (subject.kind !== 'nothing') await storeEvent(app, provider, event, subject);
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
