import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStartupServer } from '../../platform/http/startup-server.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let port = 0;
beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.http.server.address() as { port: number });
});
afterAll(() => server.close());

/** Sends these bytes, and returns the answer when the connection ends. */
const said = (bytes: string, to = port) =>
  new Promise<{ status: number; headers: Headers; body: string }>((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      const [first = '', ...lines] = head.split('\r\n');
      if (!first.startsWith('HTTP/1.1 ')) return reject(new Error(`No answer: ${text}`));
      resolve({
        status: Number(first.split(' ')[1]),
        headers: new Headers(lines.map((line) => line.split(/: ?/, 2) as [string, string])),
        body,
      });
    });
  });

const OURS = {
  'content-security-policy': /^default-src 'self';.*frame-ancestors 'none'/,
  'permissions-policy': /camera=\(\), .*microphone=\(\)/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-resource-policy': /^same-origin$/,
};
const expectOurs = (headers: Headers) => {
  for (const [name, value] of Object.entries(OURS)) expect(headers.get(name) ?? '', name).toMatch(value);
};

describe('every answer has our headers, and every refusal has our form', () => {
  const long = 'x'.repeat(20_000);
  it.each([
    [
      'a malformed address',
      'GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'The request is malformed.',
    ],
    [
      'a malformed address of a call',
      'GET /api/media/%c0%80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'The request is malformed.',
    ],
    ['bytes that are no request', 'hello\r\n\r\n', 400, 'The request is malformed.'],
    ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'The request is malformed.'],
    [
      'two Content-Length headers',
      'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      400,
      'The request is malformed.',
    ],
    [
      'a Content-Length with chunks',
      'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'The request is malformed.',
    ],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${long}\r\n\r\n`,
      431,
      'The request has too many headers.',
    ],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      417,
      'The request has an expectation that is not supported.',
    ],
    [
      'an address that does not exist',
      'GET /api/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
      'This address was not found.',
    ],
    [
      'a method that no endpoint accepts',
      'PROPFIND / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
      'This address does not exist.',
    ],
    [
      'an unsupported content type',
      'POST /auth HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/weird\r\nContent-Length: 1\r\n\r\na',
      415,
      'The request has a content type that is not supported.',
    ],
  ])('F15 for %s', async (_what, bytes, status, message) => {
    const answer = await said(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ message, errors: [] });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expectOurs(answer.headers);
  });

  it('F15 also holds while the product starts', async () => {
    const room = await openStartupServer(0, '127.0.0.1', false);
    try {
      for (const [bytes, status] of [
        ['GET /api/media HTTP/1.1\r\nHost: x\r\n\r\n', 503],
        ['hello\r\n\r\n', 400],
      ] as const) {
        const answer = await said(bytes, room.port);
        expect(answer.status).toBe(status);
        expectOurs(answer.headers);
      }
    } finally {
      await room.close();
    }
  });

  it('F15 for calls, static files and documents', async () => {
    for (const url of ['/api/settings', '/api/docs', '/robots.txt', '/manifest.webmanifest', '/api/health'])
      expectOurs(
        new Headers(
          Object.entries((await server.visitor().get(url)).headers).map(([name, value]) => [name, String(value)]),
        ),
      );
  });
});

it('clients that are still connected get a 503 in our form while the process stops', async () => {
  const stopping = await startTestServer();
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  stopping.http.addHook('preClose', async () => {
    reached.resolve();
    await go.promise;
  });
  const origin = await stopping.http.listen({ port: 0, host: '127.0.0.1' });
  const closed = stopping.close();
  await reached.promise;
  const answer = await fetch(`${origin}/api/settings`);
  const body: unknown = await answer.json();
  go.resolve();
  await closed;
  expect(answer.status).toBe(503);
  expect(body).toMatchObject({ message: 'This process is stopping. Please try again in a moment.', errors: [] });
  expectOurs(answer.headers);
});
