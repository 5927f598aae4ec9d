import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { freePort } from '../platform/db/free-port.ts';
import { createTestDatabase } from '../testkit/database.ts';
import { song } from '../../fixtures/files.ts';
import { type TestS3, startS3 } from '../testkit/s3.ts';
import { named } from '../testkit/tus.ts';
import { until } from '../testkit/until.ts';

/** A process of the product with its own folder. */
interface Machine {
  process: ChildProcess;
  origin: string;
  folder: string;
  log: () => string;
  exit: Promise<number | null>;
}

const machines: Machine[] = [];
let s3: TestS3;
let database: string;
beforeAll(async () => {
  [s3, database] = [await startS3(), await createTestDatabase()];
});
afterAll(async () => {
  for (const { process: one } of machines) one.kill('SIGKILL');
  for (const { exit, folder } of machines) {
    await exit;
    await rm(folder, { recursive: true, force: true });
  }
  await s3.close();
});

async function start(role: 'web' | 'worker', settings: Record<string, string> = {}): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-machine-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ROLE: role,
      PORT: String(port),
      // One public address for all, as behind a load balancer.
      PUBLIC_URL: 'http://scoville.example.org',
      DATABASE_URL: database,
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '0',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'a long password',
      ...s3.env,
      ...settings,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  const machine = { process: child, origin: `http://127.0.0.1:${port}`, folder, log: () => text, exit };
  machines.push(machine);
  return machine;
}

/**
 * Whether the worker is killed during its work: in `npm run test:s3`, where another worker takes the work over after a
 * minute without a heartbeat. In `npm test` it is killed before it has work, because the faults there kill workers
 * during theirs.
 */
const AMID = process.env['TEST_STORE'] === 's3';
const SAME_SITE = { 'sec-fetch-site': 'same-origin' };
const healthy = ({ origin }: Machine) =>
  until(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200));

describe('a process with a bucket', () => {
  it('ends its start with a message if the bucket does not exist', async () => {
    const { exit, log } = await start('web', { S3_BUCKET: 'nobody-has-this' });
    expect(await exit).toBe(1);
    expect(log()).toContain(
      `The setting S3_BUCKET is not usable: ${s3.settings.endpoint} has no bucket nobody-has-this. Create it, or correct its name.`,
    );
  });

  it('takes over the upload or work of a killed process, even if the bucket is unavailable in between', async () => {
    const [one, other] = [await start('web'), await start('web')];
    await healthy(one);
    await healthy(other);
    const signIn = await fetch(`${one.origin}/auth`, {
      method: 'POST',
      headers: { ...SAME_SITE, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.org', password: 'a long password' }),
    });
    expect(signIn.status).toBe(200);
    const cookie = signIn.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const call = (machine: Machine, method: string, path: string, headers = {}, body?: Buffer) =>
      fetch(machine.origin + path, {
        method,
        headers: { ...SAME_SITE, cookie, 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body: new Uint8Array(body) }),
      });
    const patch = (machine: Machine, path: string, offset: number, body: Buffer) =>
      call(
        machine,
        'PATCH',
        path,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      );
    const wav = await readFile(await song({ seconds: AMID ? 20 : 3, format: 'wav' }));
    const half = Math.floor(wav.length / 2);

    // The first process starts the upload and is killed; the other one completes it while the bucket is unavailable for
    // a while.
    const begun = await call(one, 'POST', TUS_PATH, { 'upload-length': String(wav.length), ...named('song.wav') });
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location') ?? '';
    expect((await patch(one, path, 0, wav.subarray(0, half))).status).toBe(204);
    one.process.kill('SIGKILL');
    const killed = await start('worker');
    await until(() => expect(killed.log()).toContain('the worker is ready'));
    if (!AMID) killed.process.kill('SIGKILL');
    let refused = 0;
    s3.proxy.answer((client) => {
      refused += 1;
      client.resetAndDestroy();
    });
    s3.proxy.cut();
    const sending = patch(other, path, half, wav.subarray(half));
    // A process that retries with backoff takes about ten seconds for this.
    await until(() => expect(refused).toBeGreaterThanOrEqual(12));
    s3.proxy.answer(null);
    const last = await sending;
    expect([last.status, await last.text()]).toEqual([204, '']);
    const id = last.headers.get('x-media-id') ?? '';

    if (AMID) {
      await until(async () =>
        expect((await (await call(other, 'GET', `/api/media/${id}`)).json()).status).not.toBe('queued'),
      );
      killed.process.kill('SIGKILL');
    }
    await start('worker');
    const media = await until(async () => {
      const { status, sources } = (await (await call(other, 'GET', `/api/media/${id}`)).json()) as {
        status: string;
        sources: { url: string }[];
      };
      expect(status).toBe('complete');
      return { url: sources[0]?.url ?? '' };
    });
    const played = await call(other, 'GET', media.url);
    expect(played.status).toBe(200);
    expect((await played.arrayBuffer()).byteLength).toBe(Number(played.headers.get('content-length')));
    expect(await s3.unfinished()).toEqual([]);
  });
});
