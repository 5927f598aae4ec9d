// How much the memory of the web process grows while ten uploads of 50 MB run at once.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN, Caller, startProduct } from '../scripts/product.ts';
import { runningFile } from '../server/frame/supervisor/running.ts';
import { line } from './ratio.ts';

const UPLOADS = 10;
const BYTES = 50 * 1000 * 1000;

/** Resident memory of a process in MB (proc(5), VmRSS). */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A silent WAV, streamed, so that this process doesn't hold it in memory either. */
function* wav(): Generator<Uint8Array> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(BYTES - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(BYTES - 44, 40);
  yield header;
  for (let sent = 44; sent < BYTES; sent += 65_536) yield Buffer.alloc(Math.min(65_536, BYTES - sent));
}

async function upload(url: string, cookie: string, name: string): Promise<number> {
  const boundary = 'bench-boundary';
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: audio/wav\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body() {
    yield head;
    yield* wav();
    yield tail;
  }
  // For a form without a length, the server reserves the space of the plan's largest file.
  const length = String(head.length + BYTES + tail.length);
  const answer = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length },
    body: body() as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
  if (answer.status !== 202) console.log(`an upload answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.status;
}

const product = await startProduct({ ROLE: 'web' });
const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
const musician = new Caller(product.url);
await admin.call('PUT', `/api/users/${await musician.signUp('memory@example.org')}`, { plan: 'ghost-pepper' });
const running = JSON.parse(await readFile(runningFile(product.dataDir), 'utf8')) as {
  name: string;
  pid: number;
}[];
const web = running.find(({ name }) => name === 'web')?.pid ?? 0;
for (let warm = 0; warm < 200; warm += 1) await musician.call('GET', '/api/users/me');

const before = await resident(web);
let highest = before;
const done = new AbortController();
const watching = (async () => {
  while (!done.signal.aborted) {
    highest = Math.max(highest, await resident(web));
    await wait(50);
  }
})();
const statuses = await Promise.all(
  Array.from({ length: UPLOADS }, (_, index) => upload(product.url, musician.cookie, `song${index}.wav`)),
);
done.abort();
await watching;
await product.stop();
const whole = statuses.every((status) => status === 202);
const holds = line(
  'growth of the web process during ten uploads of 50 MB, in MB',
  highest - before,
  { most: 64 },
  `from ${before.toFixed(0)} to ${highest.toFixed(0)} MB`,
);
process.exitCode = holds && whole ? 0 : 1;
