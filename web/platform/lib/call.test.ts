import { endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { login, logout } from '@scoville/contract/accounts/auth/auth.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, addressOf, call, onUnauthorized, timezoneOffset } from './call.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const thing = endpoint({
  method: 'PUT',
  path: '/api/things/:id',
  access: 'anyone',
  summary: 'A thing',
  params: z.object({ id: z.string() }),
  query: z.object({ quiet: z.optional(z.boolean()), facets: z.optional(z.string()) }),
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.string() }),
});

let received: Received[] = [];
let answer = { status: 200, body: '{"id":"7"}' };
let respond: (request: Received) => Promise<typeof answer>;
let sentToLogin = 0;
const browserFetch = globalThis.fetch;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    const got = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    void respond(got).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // A browser resolves addresses against its page; everything else here is the real fetch.
  globalThis.fetch = (input, init) => browserFetch(new URL(String(input), `http://127.0.0.1:${port}`), init);
  onUnauthorized(async () => {
    await new Promise(setImmediate);
    sentToLogin++;
  });
});
afterAll(async () => {
  globalThis.fetch = browserFetch;
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received = [];
  answer = { status: 200, body: '{"id":"7"}' };
  respond = () => Promise.resolve(answer);
  sentToLogin = 0;
});

const failureOf = async (attempt: Promise<unknown>): Promise<ApiError> => {
  const outcome = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw new Error(`This was no ApiError: ${String(outcome)}`);
};

describe('a call', () => {
  it('fills in the path, sends query, body and key, and returns the parsed reply', async () => {
    answer.body = '{"id":"7","secret":"dropped"}';
    const reply = await call(thing, {
      params: { id: 'a/b' },
      query: { quiet: true },
      body: { name: 'x' },
      idempotencyKey: 'k',
    });
    expect(reply).toEqual({ id: '7' });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'PUT', url: '/api/things/a%2Fb?quiet=true', body: '{"name":"x"}' });
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' });
  });

  it('API-01 sends the time zone offset with every call', async () => {
    answer.body = '{"message":"bye"}';
    await call(logout, {});
    await failureOf(call(me, {}));
    expect(received.map(({ headers }) => headers['x-timezone-offset'])).toEqual([timezoneOffset(), timezoneOffset()]);
    expect(timezoneOffset({ getTimezoneOffset: () => 300 } as Date)).toBe('300');
  });

  it('leaves the type of a form’s body to the browser', async () => {
    const form = new FormData();
    form.append('name', 'x');
    await call(thing, { params: { id: '1' }, body: form });
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('throws the status, body, message and fields of a refusal', async () => {
    const errors = [{ field: 'name', code: 'taken', message: 'An existing thing already has that name' }];
    answer = { status: 409, body: JSON.stringify({ message: 'Taken.', errors }) };
    const failure = await failureOf(call(thing, { params: { id: '1' }, body: { name: 'x' } }));
    expect(failure).toMatchObject({
      status: 409,
      message: 'Taken.',
      fields: errors,
      body: { message: 'Taken.', errors },
    });
  });

  it('throws for an answer that breaks the contract', async () => {
    answer.body = '{"id":7}';
    expect((await failureOf(call(thing, { params: { id: '1' }, body: { name: 'x' } }))).status).toBe(200);
  });

  it('accepts any reply if the build removed the schema', async () => {
    answer.body = '{"id":7,"more":true}';
    expect(
      await call({ ...thing, reply: undefined } as unknown as typeof thing, {
        params: { id: '1' },
        body: { name: 'x' },
      }),
    ).toEqual({ id: 7, more: true });
  });

  it('throws for a page of a proxy, with and without a schema', async () => {
    answer.body = '<h1>Sign in to this network</h1>';
    for (const endpoint of [thing, { ...thing, reply: undefined } as unknown as typeof thing])
      expect(await failureOf(call(endpoint, { params: { id: '1' }, body: { name: 'x' } }))).toMatchObject({
        status: 200,
        body: answer.body,
        message: 'The reply could not be understood. Try again.',
      });
  });

  it('keeps a text that is not JSON, without a message', async () => {
    answer = { status: 502, body: '<h1>Bad gateway</h1>' };
    const failure = await failureOf(call(thing, { params: { id: '1' }, body: { name: 'x' } }));
    expect(failure).toMatchObject({ status: 502, message: '', body: '<h1>Bad gateway</h1>', fields: [] });
  });

  it('rejects an aborted call with its AbortError', async () => {
    const stop = new AbortController();
    stop.abort();
    const attempt = call(thing, { params: { id: '1' }, body: { name: 'x' }, signal: stop.signal });
    await expect(attempt).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  beforeEach(() => {
    answer = { status: 401, body: '{"message":"Sign in.","errors":[]}' };
  });

  it('ER-01 doesn’t redirect after a call to an address containing /auth', async () => {
    await failureOf(call(login, { body: { email: 'a@b.co', password: 'x' } }));
    expect(sentToLogin).toBe(0);
  });

  it('ER-02 redirects to the login screen after any other call', async () => {
    await failureOf(call(thing, { params: { id: '1' }, body: { name: 'x' } }));
    expect(sentToLogin).toBe(1);
  });

  it('ER-03 doesn’t redirect after the current-user call', async () => {
    await failureOf(call(me, {}));
    expect(sentToLogin).toBe(0);
  });
});

describe('a 401 while another call renews the session', () => {
  const renewing = endpoint({
    method: 'POST',
    path: '/api/renewal',
    access: 'account',
    summary: 'Begin another session',
    reply: z.object({ id: z.string() }),
    renewsSession: true,
  });
  const refusal = { status: 401, body: '{"message":"Sign in.","errors":[]}' };
  const success = { status: 200, body: '{"id":"7"}' };
  const ask = () => call(thing, { params: { id: '1' }, body: { name: 'x' } });

  /** Answers the renewal with `outcome` once a call with the old session was refused. */
  async function refusedMeanwhile(outcome: typeof answer, then = success) {
    const release = Promise.withResolvers<void>();
    const answers = [refusal, then];
    respond = async ({ url }) => {
      if (url === '/api/renewal') {
        await release.promise;
        return outcome;
      }
      const next = answers.shift() ?? refusal;
      // By then the refusal is on its way to the client.
      setImmediate(release.resolve);
      return next;
    };
    const renewed = call(renewing, {}).catch((error: unknown) => error);
    const asked = await ask().catch((error: unknown) => error);
    await renewed;
    return asked;
  }

  it('retries with the new session, and doesn’t redirect', async () => {
    expect(await refusedMeanwhile(success)).toEqual({ id: '7' });
    expect(sentToLogin).toBe(0);
    expect(received.filter(({ url }) => url === '/api/things/1')).toHaveLength(2);
  });

  it('fails as usual if the session was not renewed', async () => {
    expect(await refusedMeanwhile({ status: 400, body: '{}' })).toMatchObject({ status: 401 });
    expect(sentToLogin).toBe(1);
    expect(received.filter(({ url }) => url === '/api/things/1')).toHaveLength(1);
  });

  it('fails as usual if the retry is refused, too', async () => {
    expect(await refusedMeanwhile(success, refusal)).toMatchObject({ status: 401 });
    expect(sentToLogin).toBe(1);
    expect(received.filter(({ url }) => url === '/api/things/1')).toHaveLength(2);
  });

  it('fails for a renewal that is itself refused', async () => {
    respond = async () => refusal;
    expect(await failureOf(call(renewing, {}))).toMatchObject({ status: 401 });
    expect(sentToLogin).toBe(1);
  });
});

describe('an address', () => {
  it('leaves out undefined and null values', () => {
    expect(addressOf('/api/x', {}, { a: undefined, b: null, c: 0, d: 'é&' })).toBe('/api/x?c=0&d=%C3%A9%26');
  });
});
