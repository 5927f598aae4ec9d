import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { freePort } from '../../platform/db/free-port.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { declaredEndpoints } from '../../testkit/contract.ts';
import { insertMedia } from '../../testkit/media.ts';
import { until } from '../../testkit/until.ts';

const MAIN = resolve(import.meta.dirname, '../../main.ts');

interface Running {
  origin: string;
  dataDir: string;
  databaseUrl: string;
  log: () => string;
  stop: () => Promise<void>;
}

/** The web process, started like outside of tests, with its whole log. */
async function start(): Promise<Running> {
  const [port, databaseUrl] = [await freePort(), await createTestDatabase()];
  const dataDir = await mkdtemp(join(tmpdir(), 'scoville-secrets-'));
  let text = '';
  const child = spawn(process.execPath, [MAIN], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ROLE: 'web',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
    },
  });
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  };
  const answers = async () => {
    if (child.exitCode !== null) return;
    if ((await fetch(`${origin}/api/health`)).status !== 200) throw new Error('It is not ready yet.');
  };
  await until(answers).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (child.exitCode !== null) throw new Error(`It did not start: ${text}`);
  return { origin, dataDir, databaseUrl, log: () => text, stop };
}

let one: Running;
let two: Running;
beforeAll(async () => {
  [one, two] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
});

const secretsOf = async ({ databaseUrl }: Running) => {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    return await sql<{ name: string; value: string }[]>`select name, value from secrets order by name`;
  } finally {
    await sql.end();
  }
};

describe('the secrets of an installation', () => {
  it('are created at the first start, long, and different in every installation', async () => {
    const [mine, yours] = [await secretsOf(one), await secretsOf(two)];
    expect(mine.map(({ name }) => name)).toEqual(['addresses', 'cursors', 'listeners', 'sealer', 'visitor']);
    const values = [...mine, ...yours].map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) expect(Buffer.from(value, 'base64url').length).toBeGreaterThanOrEqual(32);
  });

  it('are only readable by their owner', async () => {
    const file = join(one.dataDir, 'admin-sign-in.txt');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [first, second] = await Promise.all(
      [one, two].map(async ({ dataDir }) => (await readFile(join(dataDir, 'admin-sign-in.txt'), 'utf8')).split('\n')),
    );
    expect(first?.[1]).not.toBe(second?.[1]);
    expect(first?.[1]?.length).toBeGreaterThanOrEqual(16);
    for (const entry of await readdir(one.dataDir, { withFileTypes: true }))
      if (entry.isDirectory()) expect((await stat(join(one.dataDir, entry.name))).mode & 0o007).toBe(0);
  });
});

/** Every address of a call or a screen with a secret part. */
async function secretAddresses(token: string): Promise<string[]> {
  const calls = (await declaredEndpoints()).map(({ path }) => path).filter((path) => path.includes('/:token'));
  const screens = Object.values(SCREENS).map(({ path }) => path.replaceAll('$', ':'));
  return [...new Set([...calls, ...screens.filter((path) => path.includes('/:token'))])].map((path) =>
    path.replace(':token', token).replace(':id', newId()),
  );
}

describe('the log', () => {
  it('contains the events but no secrets, even at its most detailed level', async () => {
    const [, password = ''] = (await readFile(join(one.dataDir, 'admin-sign-in.txt'), 'utf8')).split('\n');
    // The first administrator's password is logged once on purpose. From here on it must stay secret like any other.
    const before = one.log().length;
    const json = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(one.origin + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const chosen = 'kumquat-at-midnight';
    const signedUp = await json('/api/users/', {
      firstName: 'Quiet',
      lastName: 'Tester',
      email: 'quiet@example.org',
      emailConfirmation: 'quiet@example.org',
      password: chosen,
      passwordConfirmation: chosen,
    });
    expect(signedUp.status).toBe(200);
    const cookies = signedUp.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    const { id } = (await signedUp.json()) as { id: string };
    await json('/auth', { email: 'quiet@example.org', password: `${chosen}-mistyped` });
    const admin = await json('/auth', { email: 'admin@localhost.localdomain', password });
    expect(admin.status).toBe(200);
    cookies.push(...admin.headers.getSetCookie().map((one) => one.split(';')[0] ?? ''));

    const sql = postgres(one.databaseUrl, { max: 1 });
    const mediaId = await insertMedia(sql as never, { musicianId: id });
    await sql.end();
    const token = 'aaaa1.c2lnbmF0dXJlLW9mLWEtZmlsZQ';
    const paths = [
      `/files/${token}/media/${mediaId}/${mediaId}/audio.m4a`,
      ...(await secretAddresses('path-token-of-somebody')),
      '/api/users/me?token=query-token-of-somebody',
      '/api/media?cursor=query-token-of-somebody',
      `/api/users/%ff`,
    ];
    for (const path of paths)
      await fetch(one.origin + path, {
        headers: {
          cookie: cookies.join('; '),
          authorization: 'Bearer header-token-of-somebody',
          'idempotency-key': 'key-of-somebody',
        },
      });
    await fetch(`${one.origin}/auth`, {
      method: 'POST',
      body: `{"email":"a@example.org","password":"${chosen}`,
      headers: { 'content-type': 'application/json' },
    });

    const log = one.log().slice(before);
    expect(log).toContain('/api/users/');
    const secrets = [
      chosen,
      password,
      'c2lnbmF0dXJlLW9mLWEtZmlsZQ',
      'path-token-of-somebody',
      'query-token-of-somebody',
      'header-token-of-somebody',
      'key-of-somebody',
      new URL(one.databaseUrl).password,
      ...cookies.map((cookie) => cookie.split('=')[1] ?? ''),
      ...(await secretsOf(one)).map(({ value }) => value),
    ].filter((secret) => secret.length > 3);
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
