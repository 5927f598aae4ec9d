import { mkdir, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDeliveries } from '../../listening/files/deliveries.ts';
import { BUFFERED_BYTES, createMemoryBudget } from '../../listening/files/memory-budget.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const MB = 1024 * 1024;
let server: TestServer;
let owner: Account;
let port = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.http.server.address() as { port: number });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

const keep = async (key: string, bytes: Buffer) => {
  const path = join(server.app.env.FILES_DIR, key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};
const song = async (bytes: number) => {
  const id = await insertMedia(server.app.db, { musicianId: owner.me.id, published: true });
  const key = `media/${id}/${newId()}/audio.m4a`;
  await keep(key, Buffer.alloc(bytes, 1));
  return { id, url: server.app.signer.address(key) };
};
/** Opens a connection for these requests, and stops reading after the first bytes. */
const request = (url: string, headers = '') => `GET ${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const beginToRead = (asked: string) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(asked));
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
  });
const cookieOf = async () => {
  const client = server.visitor();
  await client.get('/api/settings');
  return `visitor=${client.cookies.get('visitor')}`;
};
const rows = (mediaId: string) =>
  server.app.db<{ bytes: number }[]>`select bytes from deliveries where media_id = ${mediaId}`;

describe('F1 clients that never read their answers', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    // The second collection waits for the memory that the first one frees concurrently.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };

  it.each([
    [
      'nine ranges of a megabyte in one packet each',
      30,
      (url: string) => request(url, 'Range: bytes=0-1048575\r\n').repeat(9),
    ],
    ['a whole file each', 100, (url: string) => request(url)],
  ])('hold little of the process’s memory: %s', async (_what, readers, asked) => {
    const { url } = await song(32 * MB);
    const before = held();
    await Promise.all(Array.from({ length: readers }, () => beginToRead(asked(url))));
    // The shared buffers, plus a small stream and both ends of its connection for each client.
    expect(held() - before).toBeLessThan(BUFFERED_BYTES + readers * 0.3 * MB);
    // Other clients are served in the meantime.
    const whole = await fetch(`http://127.0.0.1:${port}${url}`);
    expect((await whole.arrayBuffer()).byteLength).toBe(32 * MB);
  });

  it('free their memory when they disconnect', () => {
    const budget = createMemoryBudget(100);
    const back = budget.take(60);
    expect(budget.take(41)).toBeNull();
    const other = budget.take(40);
    expect(budget.take(1)).toBeNull();
    back?.();
    back?.();
    expect(budget.take(61)).toBeNull();
    other?.();
    expect(budget.take(100)).not.toBeNull();
  });
});

describe('the recorded delivery of a file', () => {
  it('F3 counts the bytes that were sent, not those that were requested', async () => {
    const { id, url } = await song(32 * MB);
    const cookie = `Cookie: ${await cookieOf()}\r\n`;
    const reader = await beginToRead(request(url, cookie));
    reader.destroy();
    await expect.poll(() => rows(id)).toHaveLength(1);
    // The system's socket buffers take some megabytes.
    await expect.poll(async () => Number((await rows(id))[0]?.bytes)).toBeLessThan(16 * MB);
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { cookie: await cookieOf() } });
    await answer.arrayBuffer();
    await expect
      .poll(async () => (await rows(id)).map(({ bytes }) => Number(bytes)).sort((a, b) => b - a)[0])
      .toBe(32 * MB);
  });

  it('F3 is written while the client is still listening', async () => {
    const { id, url } = await song(64 * MB);
    const reader = await beginToRead(request(url, `Cookie: ${await cookieOf()}\r\n`));
    await expect.poll(async () => Number((await rows(id))[0]?.bytes)).toBeGreaterThan(0);
    expect(reader.destroyed).toBe(false);
  });

  it('F20 is stored only for clients that keep cookies, however often other clients request the file', async () => {
    const { id, url } = await song(100);
    for (let n = 0; n < 20; n += 1) expect((await server.visitor().get(url)).status).toBe(200);
    const browser = server.visitor();
    for (let n = 0; n < 3; n += 1) await browser.get(url);
    await expect.poll(() => rows(id)).toHaveLength(1);
  });

  it('F20 is stored in a limited number of rows for each IP address, even with many forged visitor cookies', async () => {
    const { id } = await song(100);
    const { id: other } = await song(100);
    const deliveries = openDeliveries(server.app.db, pino({ level: 'silent' }));
    for (let n = 0; n < 1100; n += 1)
      deliveries.follow({ visitor: `forged${n}`, mediaId: id, by: '203.0.113.1' }, () => 1)();
    // Known names continue to be counted, and other callers have limits of their own.
    deliveries.follow({ visitor: 'forged0', mediaId: id, by: '203.0.113.1' }, () => 5)();
    deliveries.follow({ visitor: 'somebody', mediaId: other, by: '203.0.113.2' }, () => 1)();
    await deliveries.close();
    expect(await rows(id)).toHaveLength(1000);
    expect(await rows(other)).toHaveLength(1);
    const [known] = await server.app.db`select bytes from deliveries where visitor = 'forged0' and media_id = ${id}`;
    expect(Number(known?.['bytes'])).toBe(6);
  });
});

describe('the answer for a file', () => {
  it('F11 is 404 if the address is too long', async () => {
    const { url } = await song(10);
    const [, , token, ...rest] = url.split('/');
    const far = `/files/${token}/${rest.slice(0, 3).join('/')}/${'a/'.repeat(300)}x.m4a`;
    for (const address of [far, `/images/profile/${'a/'.repeat(300)}x.jpg`]) {
      const answer = await server.visitor().get(address);
      expect(answer.status).toBe(404);
      expect(answer.body.errors).toEqual([]);
    }
  });

  it('F13 is never cached if it is an error', async () => {
    const { url } = await song(10);
    const gone = url.replace('audio.m4a', 'none.m4a');
    for (const [address, headers, status] of [
      [`/images/profile/${newId()}/1/200.jpg`, {}, 404],
      [`/images/profile/${newId()}/1/200.exe`, {}, 404],
      [gone, {}, 404],
      [url.replace('/files/', '/files/x'), {}, 403],
      [url, { range: 'bytes=10-' }, 416],
      ['/images/none', {}, 404],
      ['/assets/none.js', {}, 404],
    ] as const) {
      const answer = await server.visitor().send({ method: 'GET', url: address, headers });
      expect(answer.status, address).toBe(status);
      expect(answer.headers['cache-control'], address).toBe('no-store');
      expect(answer.headers['content-type'], address).toBe('application/json; charset=utf-8');
    }
  });

  it('F14 sets no cookie if a shared cache may keep it', async () => {
    const picture = `images/profile/${newId()}/1/200.jpg`;
    await keep(picture, Buffer.from('picture'));
    for (const address of [`/${picture}`, '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/api/docs']) {
      const { status, headers } = await server.visitor().get(address);
      expect(status, address).toBe(200);
      expect(headers['cache-control'], address).toMatch(/^public, max-age=/);
      expect(headers['set-cookie'], address).toBeUndefined();
    }
    // Other answers name the browser, but only once.
    const client = server.visitor();
    const first = await client.get('/api/settings');
    expect(first.headers['cache-control']).toBe('private, no-store');
    expect(String(first.headers['set-cookie'])).toMatch(/^visitor=/);
    expect((await client.get('/api/settings')).headers['set-cookie']).toBeUndefined();
  });
});
