import { type Socket, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../testkit/server.ts';
import { connect as connectDatabase } from '../../platform/db/connection.ts';
import { type HttpOptions, createHttp } from '../../platform/http/server.ts';

const open: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const http of open.splice(0)) await http.close();
});

const serve = async (
  options: Partial<HttpOptions>,
  routes: (http: FastifyInstance) => void,
): Promise<{ http: FastifyInstance; port: number }> => {
  const http = await createHttp({ logger: pino({ level: 'silent' }), secure: false, development: false, ...options });
  open.push(http);
  routes(http);
  await http.listen({ port: 0, host: '127.0.0.1' });
  return { http, port: (http.server.address() as { port: number }).port };
};

/** A connection, and the text that is received until the connection ends. */
const dial = (port: number, from = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => {});
  const over = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  return { socket, over, said: () => text };
};
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('F1 pipelined requests', () => {
  it('are answered one after the other, in the order of the requests', async () => {
    let inside = 0;
    let most = 0;
    const { port } = await serve({}, (http) =>
      http.get('/:n', async (request) => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise(setImmediate);
        inside -= 1;
        return { n: (request.params as { n: string }).n };
      }),
    );
    const { socket, over, said } = dial(port);
    socket.write([0, 1, 2, 3, 4, 5].map((n) => GET(`/${n}`)).join(''));
    await expect.poll(() => said().match(/"n":"\d"/g)).toHaveLength(6);
    socket.end();
    expect((await over).match(/"n":"\d"/g)?.join()).toBe('"n":"0","n":"1","n":"2","n":"3","n":"4","n":"5"');
    expect(most).toBe(1);
  });

  it('end the connection if there are several hundred, and only the first reaches a handler', async () => {
    let reached = 0;
    const go = Promise.withResolvers<void>();
    const { port } = await serve({}, (http) =>
      http.get('/', async () => {
        reached += 1;
        await go.promise;
        return {};
      }),
    );
    const { socket, over } = dial(port);
    socket.write(GET('/').repeat(300));
    expect(await over).toBe('');
    go.resolve();
    expect(reached).toBe(1);
  });
});

describe('F7 a body that is still arriving after the answer', () => {
  const refuse = (http: FastifyInstance) => {
    http.addHook('onRequest', async (request) => {
      if (request.method === 'POST') throw Object.assign(new Error('No.'), { statusCode: 403 });
    });
    http.all('/', async () => ({}));
  };
  const begin = (method: string) => `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n`;

  it.each(['POST', 'GET'])('can’t hold the connection open byte by byte: %s', async (method) => {
    const { port } = await serve({ grace: { first: 100, most: 60_000, pace: 100_000 } }, refuse);
    const { socket, over } = dial(port);
    socket.write(begin(method));
    const drip = setInterval(() => socket.write('x'), 10);
    expect(await over).toMatch(method === 'POST' ? /^HTTP\/1.1 403/ : /^HTTP\/1.1 200/);
    clearInterval(drip);
  });

  it('doesn’t delay a shutdown', async () => {
    const { port, http } = await serve({ grace: { first: 600_000, most: 600_000, pace: 1 } }, refuse);
    const { socket, over, said } = dial(port);
    socket.write(begin('POST'));
    await expect.poll(said).toMatch(/^HTTP\/1.1 403/);
    await http.close();
    await over;
  });

  it('is read for a limited time if it arrives fast, so that the sender receives the refusal', async () => {
    const { port } = await serve({ grace: { first: 100, most: 1500, pace: 1 } }, refuse);
    const whole = dial(port);
    whole.socket.write(begin('POST'));
    for (let sent = 0; sent < 100; sent += 1) whole.socket.write(Buffer.alloc(100_000));
    // The whole body has arrived, so the connection stays open.
    whole.socket.write(GET('/'));
    await expect.poll(() => whole.said().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
    const endless = dial(port);
    endless.socket.write(begin('POST'));
    const stream = setInterval(() => endless.socket.write(Buffer.alloc(100)), 10);
    expect(await endless.over).toMatch(/^HTTP\/1.1 403/);
    clearInterval(stream);
  });
});

describe('one caller', () => {
  it('F7 has a limited number of connections; those of a trusted proxy aren’t limited', async () => {
    const options = { factor: 3 / 256, proxies: ['127.0.0.9/32'] };
    const { port } = await serve(options, (http) => http.get('/', async () => ({})));
    const answer = async ({ socket, over, said }: ReturnType<typeof dial>) => {
      socket.write(GET('/'));
      await Promise.race([over, expect.poll(said).toMatch(/^HTTP/)]);
      return said().slice(9, 12);
    };
    const three = [dial(port), dial(port), dial(port)];
    for (const one of three) expect(await answer(one)).toBe('200');
    expect(await answer(dial(port))).toBe('');
    expect(await answer(dial(port, '127.0.0.8'))).toBe('200');
    for (let n = 0; n < 6; n += 1) expect(await answer(dial(port, '127.0.0.9'))).toBe('200');
    three[0]?.socket.end();
    await three[0]?.over;
    await expect.poll(async () => answer(dial(port))).toBe('200');
  });
});

describe('F17 a statement that takes too long', () => {
  it('is ended by the database in a web process, and the caller gets 503; jobs have no limit', async () => {
    const server = await startTestServer();
    const worker = await startTestServer({}, { worker: true });
    const impatient = connectDatabase(server.app.env.DATABASE_URL, { statementTimeout: 3000 });
    try {
      expect(await server.app.db`show statement_timeout`).toEqual([{ statement_timeout: '10s' }]);
      expect(await worker.app.db`show statement_timeout`).toEqual([{ statement_timeout: '0' }]);
      const { http } = await serve({}, (app) => app.get('/', () => impatient`select pg_sleep(60)`));
      const answer = await http.inject({ url: '/' });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json()).toMatchObject({
        message: 'This is taking too long right now. Please try again in a moment.',
        errors: [],
      });
    } finally {
      await impatient.end();
      await worker.close();
      await server.close();
    }
  });
});

describe('F17 a visitor’s call', () => {
  it('gets 503 if a statement takes more than two seconds, while members wait longer', async () => {
    const server = await startTestServer();
    const { client, me } = await server.signUp();
    const held = await server.app.db.reserve();
    try {
      await held`begin`;
      await held`lock table performances`;
      const path = `/api/performances/user/${me.id}`;
      const member = client.get(path);
      const answer = await server.visitor().get(path);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.body).toMatchObject({
        message: 'This is taking too long right now. Please try again in a moment.',
        errors: [],
      });
      await held`rollback`;
      expect((await member).status).toBe(200);
      expect((await server.visitor().get(path)).status).toBe(200);
    } finally {
      held.release();
      await server.close();
    }
  });

  it('gets 429 after its budget is used up; cached answers and other callers are unaffected', async () => {
    const server = await startTestServer({ RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '127.0.0.1' });
    const get = (url: string, from: string) =>
      server.http.inject({ url, headers: { 'x-forwarded-for': from }, remoteAddress: '127.0.0.1' });
    try {
      for (let n = 0; n < 3; n += 1) expect((await get('/api/genres', '10.1.1.1')).statusCode).toBe(200);
      const order = {
        payer: { network: '10.1.1.1', account: null },
        kind: 'GET /api/slow',
        isVisitor: true,
        isRead: true,
      };
      await server.app.work.make(order, () => server.app.db`select pg_sleep(0.8)`);
      const refused = await get('/api/moods', '10.1.1.1');
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.json()).toMatchObject({
        message: 'Your network has asked for more than this server can work on for it. Wait a moment and try again.',
      });
      expect((await get('/api/genres', '10.1.1.1')).statusCode).toBe(200);
      expect((await get('/api/moods', '10.1.1.2')).statusCode).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('doesn’t use up the budget of members in the same network, who can still read, save and sign in', async () => {
    const server = await startTestServer({ RATE_LIMIT_FACTOR: '0.1' });
    const { client, me } = await server.signUp();
    try {
      const payer = { network: '127.0.0.1', account: null };
      const order = { payer, kind: 'GET /api/slow', isVisitor: true, isRead: true };
      await server.app.work.make(order, () => server.app.db`select pg_sleep(1.5)`);
      for (const path of ['/api/moods', '/api/media?size=5', `/${me.id}`, '/auth/second-factor'])
        expect([path, (await server.visitor().get(path)).status, (await client.get(path)).status]).toEqual(
          path === '/auth/second-factor' ? [path, 401, 401] : [path, 429, 200],
        );
      expect((await client.post('/api/playlists', { name: 'Saved' })).status).toBe(200);
      const browser = server.visitor();
      expect((await browser.post('/auth', { email: me.email, password: 'a long password' })).status).toBe(200);
      expect((await browser.get('/api/users/me')).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});
