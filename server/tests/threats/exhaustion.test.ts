import { readFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../scripts/patience.ts';
import { createHttp } from '../../platform/http/server.ts';
import { pruneCallsLoop } from '../../platform/http/http.loops.ts';
import { broken } from '../../../fixtures/files.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
});
afterAll(() => server.close());

describe('slow senders', () => {
  const open: FastifyInstance[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const http of open.splice(0)) await http.close();
  });

  /** Returns everything received on a connection until it is closed. */
  const talk = (port: number, begin: (socket: Socket) => void) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      // A client that still sends into a closed connection gets a reset, but after the answer.
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
      begin(socket);
    });

  it('get 408 with a message if a small body takes too long, even if they send steadily', async () => {
    const http = await createHttp({
      logger: server.app.log,
      secure: false,
      proxies: [],
      development: false,
      patience: 1000,
    });
    open.push(http);
    http.post('/slow', async () => ({ ok: true }));
    await http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.server.address() as { port: number };
    let dripped = 0;
    const drip = (socket: Socket) => {
      socket.write(
        'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"',
      );
      const timer = setInterval(() => socket.write(String((dripped += 1) % 10)), 20);
      socket.on('close', () => clearInterval(timer));
    };
    const answer = await talk(port, drip);
    expect(answer).toMatch(/^HTTP\/1.1 408/);
    expect(answer).toContain('The request took too long to arrive. Please try again.');
    expect(dripped).toBeGreaterThan(3);
    const quick = await http.inject({ method: 'POST', url: '/slow', payload: { a: 1 } });
    expect(quick.json()).toEqual({ ok: true });
  });

  it('don’t hold the connection after a refusal, and slow answers aren’t blamed on the client', async () => {
    const http = await createHttp({
      logger: server.app.log,
      secure: false,
      proxies: [],
      development: false,
      // Longer than a busy machine delays this process in reading the data that has arrived.
      patience: 1500,
    });
    open.push(http);
    http.post('/slow', async () => ({ ok: true }));
    const later = async () => new Promise((resolve) => setTimeout(() => resolve({ ok: true }), 2000));
    http.get('/later', later);
    http.post('/later', later);
    await http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.server.address() as { port: number };
    const refused = await talk(port, (socket) =>
      socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/weird\r\nContent-Length: 100000\r\n\r\nabc'),
    );
    expect(refused).toMatch(/^HTTP\/1.1 415/);
    const late = await Promise.all([
      fetch(`http://127.0.0.1:${port}/later`),
      fetch(`http://127.0.0.1:${port}/later`, {
        method: 'POST',
        body: '{"a":1}',
        headers: { 'content-type': 'application/json' },
      }),
    ]);
    expect(late.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('idle connections are closed by every process', () => {
    expect(server.http.server.timeout).toBeGreaterThan(0);
    expect(server.http.server.timeout).toBeLessThanOrEqual(180_000);
    expect(server.http.server.headersTimeout).toBeGreaterThan(0);
    expect(server.http.server.headersTimeout).toBeLessThanOrEqual(120_000);
  });
});

describe('bodies that expand', () => {
  const post = (payload: Buffer, headers: Record<string, string>) =>
    account.client.send({ method: 'POST', url: '/auth', payload, headers });

  it('aren’t decompressed: a gzip of 100 MB is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 32));
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
      const answer = await post(bomb, { 'content-type': 'application/json', 'content-encoding': encoding });
      expect([400, 413, 415]).toContain(answer.status);
      expect(answer.body.message).toMatch(/\.$/);
    }
  });

  it('are refused quickly, with a message, if they are deeply nested JSON or have many keys', async () => {
    const json = { 'content-type': 'application/json' };
    const deep = `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
    for (const body of [deep, wide]) {
      const took = await effort(async () => {
        const answer = await post(Buffer.from(body), json);
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(/\.$/);
      });
      expect(took).toBeLessThan(2000);
    }
  });
});

describe('an image that expands', () => {
  it('IM-05 is refused before it is opened, as artwork and as a profile picture', async () => {
    const bytes = await readFile(await broken('bomb-png'));
    const targetId = await insertMedia(server.app.db, { musicianId: account.me.id });
    const form = [
      { imageType: 'artwork', targetId },
      { imageType: 'profile', targetId: account.me.id },
    ];
    for (const fields of form) {
      const before = process.memoryUsage().rss;
      const answer = await account.client.upload('/api/upload/image', { name: 'a.png', bytes, field: 'image' }, fields);
      expect(answer).toMatchObject({ status: 413, body: { errors: [{ field: 'image', code: 'image-pixels' }] } });
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    }
  });
});

describe('a request for too much', () => {
  it.each(['101', '1e9', '999999999999', '-1', '0', '1.5', 'Infinity'])(
    'a page of size %s is refused',
    async (size) => {
      for (const path of ['/api/media', '/api/browse/media', '/api/list/media/curated', '/api/users'])
        expect((await account.client.get(`${path}?size=${size}`)).status).toBe(400);
      const number = Number(size);
      const answer = await account.client.post(`/api/media/user/${account.me.id}`, { pagingOptions: { size: number } });
      expect(answer.status).toBe(400);
    },
  );

  it('a page that is too far away, or with more ids than a list holds, is refused', async () => {
    for (const path of ['/api/media', '/api/browse/media', '/api/users'])
      expect((await account.client.get(`${path}?page=1000000&size=100`)).status).toBe(400);
    const far = await account.client.post(`/api/media/user/${account.me.id}`, {
      pagingOptions: { page: 1_000_000_000, size: 100 },
    });
    expect(far.status).toBe(400);
    const ids = Array.from({ length: 201 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
    expect((await account.client.get(`/api/media?ids=${ids.join(',')}&paged=false`)).status).toBe(400);
  });

  it('ten tags of 10,000 characters, or ten thousand tags, are refused, and nothing is saved', async () => {
    const id = await insertMedia(server.app.db, { musicianId: account.me.id });
    for (const tags of [
      Array.from({ length: 10 }, () => ({ text: 'x'.repeat(10_000) })),
      Array.from({ length: 10_000 }, () => ({ text: 'x' })),
    ]) {
      const answer = await account.client.put(`/api/media/${id}`, { title: 'Changed', tags });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^Use at most .+\.$/);
    }
    const [row] = await server.app.db`select title, tags from media where id = ${id}`;
    expect(row).toMatchObject({ tags: [] });
    expect(row?.['title']).not.toBe('Changed');
  });
});

describe('a call that needs a database connection', () => {
  /** Sends a call while only one connection is free, like for each of many simultaneous calls. */
  const withOneLeft = async <T>({ app }: TestServer, send: () => Promise<T>): Promise<T> => {
    const held = await Promise.all(Array.from({ length: app.db.options.max - 1 }, () => app.db.reserve()));
    try {
      return await send();
    } finally {
      for (const one of held) one.release();
    }
  };

  it('needs no second one to count calls inside a transaction', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      // Signing up queues a link in its transaction. Changing the address counts the call in its transaction.
      const { client, me } = await withOneLeft(limited, () => limited.signUp());
      const change = () =>
        client.put(`/api/users/${me.id}`, { email: 'other@example.org', password: 'a long password' });
      expect((await withOneLeft(limited, change)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('needs no second one to make a private link', async () => {
    const id = await insertMedia(server.app.db, { musicianId: account.me.id, published: false });
    const make = () => account.client.post(`/api/media/${id}/private-link`);
    expect((await withOneLeft(server, make)).status).toBe(200);
  });
});

describe('data kept for every call', () => {
  it('is deleted when it has expired, so that it doesn’t grow without limit', async () => {
    const { db } = server.app;
    await db`insert into rate_limits (key, window_ends, taken) values ('old', now() - interval '1 hour', 3), ('new', now() + interval '1 hour', 3)`;
    await db`insert into idempotency_keys (user_id, key, endpoint, request_hash, status, created_at) values
      (${account.me.id}, 'old', 'x', '\\x00', 200, now() - interval '2 days'),
      (${account.me.id}, 'died', 'x', '\\x00', null, now() - interval '2 days'),
      (${account.me.id}, 'running', 'x', '\\x00', null, now()),
      (${account.me.id}, 'new', 'x', '\\x00', 200, now())`;
    await pruneCallsLoop.run(server.app);
    const kept = await db`select key from rate_limits where key in ('old', 'new')
      union all select key from idempotency_keys where user_id = ${account.me.id} order by key`;
    expect(kept.map((row) => row['key'])).toEqual(['new', 'new', 'running']);
  });
});
