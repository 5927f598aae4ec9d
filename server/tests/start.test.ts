import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../platform/db/free-port.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../testkit/database-proxy.ts';
import { createTestDatabase } from '../testkit/database.ts';
import { until } from '../testkit/until.ts';

interface Started {
  process: ChildProcess;
  log: () => string;
  exit: Promise<number | null>;
}

let database: string;
let proxy: DatabaseProxy;
let origin: string;
let dataDir: string;
let port: number;
let started: Started[];

beforeEach(async () => {
  started = [];
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database);
  dataDir = await mkdtemp(join(tmpdir(), 'scoville-start-'));
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
});

afterEach(async () => {
  for (const one of started) one.process.kill('SIGKILL');
  await Promise.all(started.map(({ exit }) => exit));
  await proxy.close();
  await rm(dataDir, { recursive: true });
});

/** Starts a process like outside of tests. */
function start(role: 'web' | 'worker', databaseUrl = proxy.url, settings: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ROLE: role,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  const one = { process: child, log: () => text, exit };
  started.push(one);
  return one;
}

const call = async (path: string, method = 'GET') => {
  const answer = await fetch(origin + path, { method });
  return { status: answer.status, again: answer.headers.get('retry-after'), body: (await answer.json()) as unknown };
};
const health = (status: number, body: object) =>
  until(async () => expect(await call('/api/health')).toMatchObject({ status, body }));
const UNAVAILABLE = { ok: false, reason: 'The database is unavailable.' };
const UNAVAILABLE_CALL = {
  status: 503,
  again: '2',
  body: { message: 'The database is unavailable. Please try again in a moment.', errors: [] },
};

describe('a web process', () => {
  it('answers 503 if it starts without the database, and serves once the database is available', async () => {
    await proxy.away();
    const web = start('web');
    await health(503, UNAVAILABLE);
    expect(await call('/api/genres')).toEqual(UNAVAILABLE_CALL);
    expect(await call('/api/users/', 'POST')).toEqual(UNAVAILABLE_CALL);
    await proxy.back();
    await health(200, { ok: true });
    expect((await call('/api/genres')).status).toBe(200);
    expect(web.log().match(/the database is unavailable: this process waits for it/g)).toHaveLength(1);
    expect(web.log()).toContain('the database is available again');
    web.process.kill('SIGTERM');
    expect(await web.exit).toBe(0);
  });

  it('reports running migrations for as long as another process runs them', async () => {
    const other = postgres(database, { max: 1 });
    await other`select pg_advisory_lock(7268455)`;
    start('web');
    await health(503, { ok: false, reason: 'Migrations are running.' });
    expect(await call('/api/genres')).toMatchObject({ status: 503, again: '2' });
    await other.end();
    await health(200, { ok: true });
  });

  it('continues after losing the database at each step of the start', async () => {
    const steps = ['pg_advisory_lock', 'pgboss', 'into secrets', "role = 'admin'"];
    proxy.onQuery = (bytes) => {
      if (steps[0] === undefined || !bytes.includes(steps[0])) return;
      steps.shift();
      proxy.cut();
    };
    const web = start('web');
    await health(200, { ok: true });
    expect(steps).toEqual([]);
    expect(web.process.exitCode).toBeNull();
  });

  it('answers 503 after losing the database in service, and continues when it is back', async () => {
    const web = start('web');
    await health(200, { ok: true });
    await proxy.away();
    await health(503, UNAVAILABLE);
    expect(await call('/api/genres')).toMatchObject({
      status: 503,
      again: '2',
      body: { message: UNAVAILABLE_CALL.body.message },
    });
    await proxy.back();
    await health(200, { ok: true });
    expect((await call('/api/genres')).status).toBe(200);
    expect(web.process.exitCode).toBeNull();
  });
});

describe('a worker', () => {
  it('waits for the database if it starts without one', async () => {
    await proxy.away();
    const worker = start('worker');
    await until(() => expect(worker.log()).toContain('the database is unavailable: this process waits for it'));
    await proxy.back();
    await until(() => expect(worker.log()).toContain('the worker is ready'));
    worker.process.kill('SIGTERM');
    expect(await worker.exit).toBe(0);
  });

  it('d9 completes the current round after a stop signal, and starts no other', async () => {
    const db = postgres(database, { max: 1 });
    const arrived = Promise.withResolvers<() => void>();
    const queueStopped = async () => {
      const rows = await db`select 1 from pg_stat_activity where datname = current_database()
        and application_name = 'scoville-worker-jobs'`;
      expect(rows).toHaveLength(0);
    };
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _session, callback) {
        stream.resume();
        stream.on('end', () => arrived.resolve(callback));
      },
    });
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    try {
      for (const subject of ['first', 'second'])
        await db`insert into outbox (id, "to", subject, text, html, kind)
          values (gen_random_uuid(), 'a@example.org', ${subject}, '', '', 'test')`;
      await db`update outbox set next_try_at = now() - interval '1 hour' where subject = 'first'`;
      const { port: smtpPort } = listening.address() as AddressInfo;
      const worker = start('worker', database, { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
      const accept = await arrived.promise;
      worker.process.kill('SIGTERM');
      // The rest of the process has stopped when the response arrives.
      await until(queueStopped);
      accept();
      expect(await worker.exit).toBe(0);
      expect(await db`select subject, state, attempts from outbox order by subject`).toEqual([
        { subject: 'first', state: 'sent', attempts: 1 },
        { subject: 'second', state: 'queued', attempts: 0 },
      ]);
      expect(worker.log()).not.toContain('"level":50');
    } finally {
      await db.end();
      await new Promise<void>((done) => smtp.close(() => done()));
    }
  });
});

describe.each(['web', 'worker'] as const)('a %s process that waits for the database', (role) => {
  it('stops at the signal', async () => {
    await proxy.away();
    const one = start(role);
    await until(() => expect(one.log()).toContain('the database is unavailable'));
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
  });

  it('stops at the signal while its connection gets no response', async () => {
    const called = new Promise<void>((done) => proxy.answer(() => done()));
    const one = start(role);
    await called;
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
  });
});

describe.each(['web', 'worker'] as const)('a running %s process that loses the database', (role) => {
  it('stops at the signal, without an error', async () => {
    const one = start(role);
    if (role === 'web') await health(200, { ok: true });
    else await until(() => expect(one.log()).toContain('the worker is ready'));
    await proxy.away();
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
  });
});

describe('a start with an invalid DATABASE_URL', () => {
  const other = (change: (url: URL) => void) => () => {
    const url = new URL(proxy.url);
    change(url);
    return url.href;
  };
  it.each([
    ['user or password', other((url) => (url.password = 'another')), 'the server refuses this user or password'],
    ['database', other((url) => (url.pathname = '/nowhere')), 'the server has no database of that name'],
    ['port', () => 'postgres://someone:secret@127.0.0.1:99999/there', 'it is not an address'],
    ['escape', () => 'postgres://someone:100%@127.0.0.1:5432/there', 'it is not an address'],
  ])('ends with a message about the problem, without quoting the value: %s', async (_part, url, fault) => {
    const one = start('web', url());
    expect(await one.exit).toBe(1);
    expect(one.log()).toBe(`The setting DATABASE_URL is not usable: ${fault}.\n`);
  });
});
