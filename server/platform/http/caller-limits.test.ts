import { type Socket, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitCallers } from './caller-limits.ts';
import { HttpError } from './errors.ts';

const open: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const http of open.splice(0)) await http.close();
});

/**
 * A server with only these limits. The held routes wait for `go`, and `begun` counts the handlers that have started.
 */
function serve(factor: number) {
  const http = Fastify();
  open.push(http);
  http.setErrorHandler((error, _request, reply) => {
    const { status, message, retryAfter } = error instanceof HttpError ? error : new HttpError(500, String(error));
    return reply.status(status).send({ message, retryAfter });
  });
  limitCallers(http, factor);
  const go = Promise.withResolvers<void>();
  const begun = { call: 0, long: 0, stream: 0 };
  http.get('/quick', async () => ({}));
  http.get('/quick-file', { config: { long: 'bytes' } }, async () => ({}));
  http.get('/large', async () => Buffer.alloc(64 * 1024 * 1024));
  http.get('/assets/:name', async () => ({}));
  http.get('/fails', async () => {
    throw new Error('Broken.');
  });
  http.get('/held', async () => {
    begun.call += 1;
    await go.promise;
    return {};
  });
  http.get('/held-file', { config: { long: 'bytes' } }, async () => {
    begun.long += 1;
    await go.promise;
    return {};
  });
  http.get('/held-stream', { config: { long: 'events' } }, async () => {
    begun.stream += 1;
    await go.promise;
    return {};
  });
  const ask = async (url: string, remoteAddress = '203.0.113.1') => {
    const answer = await http.inject({ url, remoteAddress });
    return { status: answer.statusCode, said: answer.json().message, retry: answer.json().retryAfter };
  };
  const many = (count: number, url: string, from?: string) => Array.from({ length: count }, () => ask(url, from));
  const statuses = async (asked: Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);
  const listen = async () => {
    await http.listen({ port: 0, host: '127.0.0.1' });
    return (http.server.address() as { port: number }).port;
  };
  return { http, go, begun, ask, many, statuses, listen };
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

/** A request over a socket of its own, so that the test can disconnect its sender. */
async function leaving(port: number, path: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise<void>((done) => socket.once('connect', done));
  return socket;
}
const AT_ONCE = 'Too many requests at once from your network. Wait a moment and try again.';

describe('F17 the limit of one caller’s calls per minute', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  const REFUSED = { status: 429, said: 'Too many requests from your network. Wait a minute and try again.', retry: 60 };

  it('allows a number of calls, and five times as many files; another caller has separate counts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon });
    const { ask, many, statuses } = serve(2 / 1200);
    for (const [url, most] of [
      ['/quick', 2],
      ['/quick-file', 10],
    ] as const) {
      for (let n = 0; n < most; n += 1) expect((await ask(url)).status).toBe(200);
      expect(await ask(url)).toEqual(REFUSED);
    }
    // Assets of a page count as files.
    expect(await ask('/assets/app.js')).toEqual(REFUSED);
    expect(await ask('/assets/app.js', '203.0.113.2')).toMatchObject({ status: 200 });
    expect(await statuses(many(2, '/quick', '203.0.113.2'))).toEqual(times(2, 200));
    // All addresses of one household share a count.
    expect(await statuses([ask('/quick', '2001:db8::1'), ask('/quick', '2001:db8::2')])).toEqual(times(2, 200));
    expect(await ask('/quick', '2001:db8::3')).toEqual(REFUSED);
  });

  it('starts a new count with the next minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon });
    const { ask } = serve(1 / 1200);
    expect((await ask('/quick')).status).toBe(200);
    vi.setSystemTime(noon + 59_999);
    expect((await ask('/quick')).status).toBe(429);
    vi.setSystemTime(noon + 60_000);
    expect((await ask('/quick')).status).toBe(200);
    expect((await ask('/quick')).status).toBe(429);
  });

  it('counts no calls when the limits are off', async () => {
    const { many, statuses } = serve(0);
    expect(await statuses(many(20, '/quick'))).toEqual(times(20, 200));
  });
});

describe('F17 the limit of one caller’s simultaneous calls', () => {
  it('runs a number of calls, queues further calls and refuses the rest; other callers are unaffected', async () => {
    // Six run, and 200 wait.
    const { ask, many, begun, go } = serve(1);
    const mine = many(207, '/held');
    expect(await mine[206]).toMatchObject({ status: 429, said: AT_ONCE });
    expect(begun.call).toBe(6);
    expect((await ask('/quick', '203.0.113.2')).status).toBe(200);
    go.resolve();
    expect((await Promise.all(mine.slice(0, 206))).map(({ status }) => status)).toEqual(times(206, 200));
    expect(begun.call).toBe(206);
  });

  it('allows a number of long answers, which use no place of the calls', async () => {
    const { ask, many, begun, go } = serve(1);
    const mine = many(329, '/held-file');
    expect(await mine[328]).toMatchObject({ status: 429, said: AT_ONCE });
    expect(begun.long).toBe(128);
    expect((await ask('/quick')).status).toBe(200);
    expect((await ask('/quick-file', '203.0.113.2')).status).toBe(200);
    go.resolve();
    expect((await Promise.all(mine.slice(0, 328))).map(({ status }) => status)).toEqual(times(328, 200));
  });

  it('allows a number of event streams, apart from files and calls, and refuses the next one at once', async () => {
    const { ask, many, begun, go } = serve(1);
    const mine = many(129, '/held-stream');
    expect(await mine[128]).toMatchObject({ status: 429, said: AT_ONCE });
    expect(begun.stream).toBe(128);
    expect(await Promise.all(many(128, '/quick-file'))).toEqual(times(128, 200).map((status) => ({ status })));
    expect((await ask('/quick')).status).toBe(200);
    expect(await ask('/held-stream')).toMatchObject({ status: 429, said: AT_ONCE });
    go.resolve();
    expect((await Promise.all(mine.slice(0, 128))).map(({ status }) => status)).toEqual(times(128, 200));
    expect((await ask('/held-stream')).status).toBe(200);
  });

  it('frees the place of every finished call, even if the call failed', async () => {
    const { ask } = serve(1);
    for (let n = 0; n < 20; n += 1)
      for (const [url, status] of [
        ['/quick', 200],
        ['/quick-file', 200],
        ['/fails', 500],
      ] as const)
        expect((await ask(url)).status).toBe(status);
  });

  it('starts no more calls when clients disconnect early, because the running work keeps its place', async () => {
    const { begun, go, listen } = serve(1);
    const port = await listen();
    for (let n = 0; n < 20; n += 1) {
      const socket = await leaving(port, '/held');
      // The first request has been read by the time another connection gets its answer.
      await (await fetch(`http://127.0.0.1:${port}/quick-file`)).text();
      socket.destroy();
      await new Promise<void>((done) => socket.once('close', () => done()));
    }
    expect(begun.call).toBe(6);
    go.resolve();
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
  });

  it('frees the place of a long answer when the client disconnects', async () => {
    // One at a time; two may wait.
    const { begun, go, listen } = serve(1 / 128);
    const port = await listen();
    const socket = await leaving(port, '/held-file');
    await expect.poll(() => begun.long).toBe(1);
    const next = fetch(`http://127.0.0.1:${port}/quick-file`);
    socket.destroy();
    expect((await next).status).toBe(200);
    go.resolve();
  });

  it('keeps a call’s place until its answer is sent or the client has disconnected', async () => {
    // One at a time.
    const { listen } = serve(1 / 6);
    const port = await listen();
    const socket = connect({ port, host: '127.0.0.1' }).pause();
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise<void>((done) => socket.once('readable', done));
    const order: string[] = [];
    const next = fetch(`http://127.0.0.1:${port}/quick`).then(() => order.push('answered'));
    for (let n = 0; n < 10; n += 1) await (await fetch(`http://127.0.0.1:${port}/quick-file`)).text();
    order.push('gone');
    socket.destroy();
    await next;
    expect(order).toEqual(['gone', 'answered']);
  });
});
