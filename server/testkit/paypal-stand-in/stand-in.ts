import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerOptions, answering, refused } from './answers.ts';
import { listPage, subscriptionPage } from './pages.ts';
import { type Provider, type ProviderOptions, type SimulatedEvent, createProvider } from './provider.ts';

export interface StandIn extends Provider, AnswerOptions {
  /** The received calls, newest last: `POST /v1/…`. */
  calls: string[];
  /** If set, every call is answered with this status. */
  broken: number | null;
  /** If set, calls to this path fail. */
  brokenPath: string | null;
  close: () => Promise<void>;
}

interface Options extends ProviderOptions {
  port?: number;
}

/**
 * A server with the part of PayPal's REST interface that subscriptions need, and with the pages on which a payer
 * approves. It replaces PayPal in development and tests, so it moves no money and has no real accounts.
 */
export async function startPayPalStandIn({ port = 0, ...options }: Options): Promise<StandIn> {
  const { plans } = options;
  const standIn: StandIn = Object.assign(createProvider(options), {
    calls: [],
    asksNobody: false,
    broken: null,
    brokenPath: null,
    transactionIds: 'same' as const,
    otherTransactions: [],
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
  const answerCall = answering(standIn, plans);

  async function answerPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, where, id = '', event] = path.split('/');
    const one = standIn.subscriptions.get(id);
    const show = (html: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const go = (location: string) => void response.writeHead(303, { location }).end();
    if (path === '/') return void show(listPage([...standIn.subscriptions.values()], plans));
    if (where !== 'approve' && where !== 'act') return void response.writeHead(404).end();
    if (one === undefined) return void response.writeHead(404).end('This subscription is not known.');
    if (request.method !== 'POST') return void show(subscriptionPage(one, plans));
    if (where === 'act') {
      await standIn.act(id, event as SimulatedEvent);
      return go('/');
    }
    if (event === 'leave') return go(one.cancelUrl);
    await standIn.act(id, 'approve');
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
