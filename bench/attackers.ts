import { readFile, readdir, stat } from 'node:fs/promises';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, workerData } from 'node:worker_threads';
import { DEFAULT_PLANS, unfinishedMB } from '@scoville/contract/accounts/plans.ts';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { freeBytes } from '../server/platform/storage/space.ts';

/** The data of an attacker: the installation, an account's cookie, and the address of a published media item. */
export interface Target {
  url: string;
  cookie: string;
  userId: string;
  mediaUrl: string;
  /** An account whose lists have their maximum length. */
  largestId: string;
  /** A file to send. */
  file: string;
  /** Cookies of more free accounts. */
  others: string[];
  /** The product's data folder, to check what an attack left in it. The attacks themselves don't use it. */
  dataDir: string;
  /** MB that uploads must leave free on the disk of `dataDir`; null if other programs use that disk as well. */
  reserve: number | null;
}

/** The result of an attack. */
export interface Got {
  said: string;
  /** Whether the product kept its promised limits. The effect of the attack on other visitors is judged separately. */
  held: boolean;
}

/** Each attack comes from its own address, without a proxy, so that it doesn't use up the limits of the next one. */
const FROM = isMainThread ? '127.0.0.66' : `127.0.1.${(workerData as { nth: number }).nth + 1}`;
/** Milliseconds for which connections are held. */
const HELD = 15_000;

const dial = (url: string): Socket => {
  const { port, hostname } = new URL(url);
  return connect({ port: Number(port), host: hostname, localAddress: FROM }).on('error', () => {});
};

/** Opens `count` connections at once and holds them for a while. Returns how many are open at the end. */
async function hold(target: Target, count: number, begin: (socket: Socket, index: number) => void): Promise<string> {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = dial(target.url);
    begin(socket, index);
    return socket;
  });
  await wait(HELD);
  // A socket notices the end of its connection only when it is read.
  for (const socket of sockets) socket.resume();
  await wait(100);
  const open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return `${open} of ${count} connections open at the end`;
}

/** Sends one request and discards the body of the response; null if no response arrives. */
const answerTo = (url: string, options: RequestOptions, body?: Buffer): Promise<IncomingMessage | null> =>
  new Promise((done) => {
    const outgoing = request(url, { localAddress: FROM, agent: false, timeout: 60_000, ...options }, (answer) => {
      answer.resume().once('close', () => done(answer));
    });
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => done(null));
    outgoing.end(body);
  });

/** The status of the response; 0 if none arrives. */
const sendRequest = async (url: string, options: RequestOptions, body?: Buffer): Promise<number> =>
  (await answerTo(url, options, body))?.statusCode ?? 0;

/** How often each status occurred. */
function countStatuses(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, all]) => `${all.length} × ${status === 0 ? 'no answer' : status}`).join(', ');
}

/** Sends requests by `callers` concurrent callers for a while, or `most` in total. Returns how often each status occurred. */
async function storm(callers: number, most: number, one: (index: number) => Promise<number>): Promise<string> {
  const until = performance.now() + HELD;
  const statuses: number[] = [];
  let sent = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until && sent < most) {
        sent += 1;
        const status = await one(sent);
        statuses.push(status);
        // After no response or a rate limit, the caller retries a little later.
        if (status === 0 || status === 429) await wait(10);
      }
    }),
  );
  return countStatuses(statuses);
}

/** Picks one of `addresses` local addresses, in turn. */
const from = (n: number, addresses: number): RequestOptions => ({
  localAddress: `${FROM.replace('127.0', '127.1')}${n % addresses}`,
});

const MB = 2 ** 20;

/**
 * Starts a hundred resumable uploads at once, of `megabytes` each, shared among free accounts. Accepted uploads
 * are sent except for their last byte, so that all of them stay unfinished.
 */
async function fill(target: Target, cookies: readonly string[], megabytes: number): Promise<Got> {
  if (target.reserve === null) return { said: 'skipped: no disk of its own could be mounted here', held: true };
  const tus = { 'tus-resumable': '1.0.0' };
  const bytes = Buffer.alloc(megabytes * MB - 1);
  const before = await bytesIn(join(target.dataDir, 'resumable'));
  const uploads = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const cookie = cookies[n % cookies.length] ?? '';
      const created = await answerTo(target.url + TUS_PATH, {
        method: 'POST',
        headers: { ...tus, cookie, 'upload-length': bytes.byteLength + 1, 'upload-metadata': 'filename YS53YXY=' },
      });
      const path = created?.headers.location;
      if (created?.statusCode !== 201 || path === undefined) return { created: created?.statusCode ?? 0, sent: null };
      const headers = {
        ...tus,
        cookie,
        'upload-offset': 0,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.byteLength,
      };
      return {
        created: 201,
        sent: await sendRequest(new URL(path, target.url).href, { method: 'PATCH', headers }, bytes),
      };
    }),
  );
  const kept = (await bytesIn(join(target.dataDir, 'resumable'))) - before;
  const free = (await freeBytes(target.dataDir)) / MB;
  const most = unfinishedMB(DEFAULT_PLANS[0]!.limits) * cookies.length;
  const sent = uploads.map((upload) => upload.sent).filter((status) => status !== null);
  return {
    said:
      `created: ${countStatuses(uploads.map(({ created }) => created))}; sent: ${countStatuses(sent)}; ${(kept / MB).toFixed(0)} MB ` +
      `of ${most} that their plans allow lie on the disk, ${free.toFixed(0)} MB are free, ${target.reserve} reserved`,
    held: sent.includes(204) && kept <= most * MB && free >= target.reserve,
  };
}

/** Total size of all files in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => stat(join(folder, name))))).reduce((sum, { size }) => sum + size, 0);
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** A multipart form with one file. */
function form(fields: Record<string, string>, file: { field: string; name: string; bytes: Buffer }) {
  const boundary = 'attack';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(texts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const REFUSED = [
  'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\n',
  'POST /api/upload/tus HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Length: 10\r\n',
  'PUT /api/media/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n',
  'POST /auth HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Type: application/json\r\n',
];

/** Attacks by name: requests of one visitor or one free account. */
export const attacks: Record<string, (target: Target) => Promise<string | Got>> = {
  'F1 pipelined ranges': (target) =>
    hold(target, 8, (socket) => {
      socket.pause().write(get(target.mediaUrl, 'Range: bytes=0-1048575\r\n').repeat(300));
    }),
  'F1 readers that do not read': (target) =>
    hold(target, 400, (socket) => {
      socket.pause().write(get(target.mediaUrl).repeat(8));
    }),
  'F2 forged addresses': (target) =>
    storm(16, 8000, (n) =>
      sendRequest(
        `${target.url}/files/zzzzz${n}.${'A'.repeat(22)}${new URL(target.mediaUrl, target.url).pathname.replace(/^\/files\/[^/]+/, '').replace(/[^/]+$/, 'a'.repeat(14_000))}/x.m4a`,
        {},
      ),
    ),
  'F6 pictures that unfold': async (target) => {
    const bytes = await readFile(target.file);
    const { type, body } = form(
      { imageType: 'profile', targetId: target.userId },
      { field: 'image', name: 'a.png', bytes },
    );
    return storm(4, 4, () =>
      sendRequest(
        `${target.url}/api/upload/image`,
        { method: 'POST', headers: { cookie: target.cookie, 'content-type': type, 'content-length': body.byteLength } },
        body,
      ),
    );
  },
  'F7 bodies that drip after a refusal': (target) =>
    hold(target, 200, (socket, index) => {
      socket.write(`${REFUSED[index % REFUSED.length]}Content-Length: 1000000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 1000);
      socket.on('close', () => clearInterval(drip)).resume();
    }),
  'F7 two thousand connections': (target) =>
    hold(target, 2000, (socket) => socket.resume().write('GET /api/settings HTTP/1.1\r\nHost: x\r\n')),
  'F8 a hundred uploads of one account': (target) => fill(target, [target.cookie], 49),
  'F8 a hundred uploads of five accounts': (target) => fill(target, target.others, 20),
  'F17 far pages': (target) =>
    storm(30, 600, (n) =>
      sendRequest(`${target.url}/api/browse/media?seed=${n}&page=${n % 2 === 0 ? 100 : 20}&size=100`, {}),
    ),
  'F17 lists': (target) => storm(30, 5000, () => sendRequest(`${target.url}/api/browse/media?seed=7&size=100`, {})),
  'F19 pages of calls': (target) => storm(60, 5000, () => sendRequest(`${target.url}/api/docs`, {})),
  '28-F2 calendars of shows': (target) =>
    storm(6, 5000, (n) => sendRequest(`${target.url}/api/performances/user/${target.largestId}.ics?n=${n}`, {})),
  '28-F2 calendars for five addresses': (target) =>
    storm(30, 5000, (n) =>
      sendRequest(`${target.url}/api/performances/user/${target.largestId}.ics?n=${n}`, from(n, 5)),
    ),
  '28-F3 playlists behind skipped ones': (target) =>
    storm(12, 5000, (n) =>
      sendRequest(`${target.url}/api/playlists/user/${target.largestId}?size=100&page=5&n=${n}`, from(n, 2)),
    ),
  '28-F4 sitemaps for five addresses': (target) =>
    storm(30, 5000, (n) => sendRequest(`${target.url}/sitemap.xml?n=${n}`, from(n, 5))),
  '28-F4 largest profiles for five addresses': (target) =>
    storm(30, 5000, (n) =>
      sendRequest(`${target.url}${n % 2 === 0 ? '/api/users' : ''}/${target.largestId}?n=${n}`, from(n, 5)),
    ),
  '28 lists in orders of their own for five addresses': (target) =>
    storm(30, 5000, (n) => sendRequest(`${target.url}/api/browse/media?seed=${n}&size=100&page=10`, from(n, 5))),
  'F20 rows of visitors': (target) =>
    storm(16, 8000, () => sendRequest(target.url + target.mediaUrl, { headers: { range: 'bytes=0-0' } })),
};

if (!isMainThread) {
  const { name, target } = workerData as { name: string; target: Target };
  const got = await attacks[name]?.(target);
  const all: Got = typeof got === 'object' ? got : { said: got ?? 'There is no such attack.', held: true };
  process.stdout.write(JSON.stringify(all));
}
