import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { freePort } from '../../platform/db/free-port.ts';
import { needs } from '../../testkit/needs.ts';
import { mountSmallDisk } from '../../testkit/small-disk.ts';
import { until } from '../../testkit/until.ts';
import { lockFile, removeData } from '../../../scripts/data-folder.ts';
import { patient } from '../../../scripts/patience.ts';
import { bornAt, runningFile } from './running.ts';
import { nextPause } from './supervised.ts';

/** Simulates web and worker. It logs its start and stop, and the address of its database. */
const STAND_IN = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
const note = (what) => appendFileSync(process.env.STAND_IN_LOG, JSON.stringify({ what, role: process.env.ROLE, pid: process.pid, url: process.env.DATABASE_URL }) + '\\n');
process.on('SIGTERM', () => { note('stop'); setTimeout(() => process.exit(0), Number(process.env.STAND_IN_LASTS ?? 0)); });
if (process.env.ROLE === 'web') createServer((request, answer) => answer.end('{}')).listen(Number(process.env.PORT), '127.0.0.1');
else setInterval(() => {}, 1000);
note('start');
`;

/**
 * The program `cp`, because Node's own copy takes ten times as long, or loses the permissions of folders, which
 * PostgreSQL requires.
 */
const copy = promisify(execFile);

interface Started {
  process: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

let folder: string;
let dataDir: string;
let port: number;
const started: Started[] = [];

/** A data folder with an existing database, because creating one takes longer than these tests. */
let begun: string;
beforeAll(async () => {
  begun = await mkdtemp(join(tmpdir(), 'scoville-begun-'));
  const database = await startEmbedded({ dataDir: begun, log: () => {} });
  await database.stop();
});
afterAll(() => removeData(begun));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-supervise-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  await writeFile(join(folder, 'main.mjs'), STAND_IN);
  // If this machine stores the database outside of the folder, each start creates its own.
  if (!existsSync(join(begun, 'postgres-is-at.txt'))) await copy('cp', ['-Rp', begun, dataDir]);
});

afterEach(async () => {
  for (const one of started.splice(0)) {
    one.process.kill('SIGTERM');
    await one.exit;
  }
  removeData(dataDir);
  await rm(folder, { recursive: true, force: true });
});

function start(settings: NodeJS.ProcessEnv = {}, main = join(folder, 'main.mjs')): Started {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'supervise.ts'), main], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      STAND_IN_LOG: join(folder, 'log'),
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const one = {
    process: child,
    output: () => output,
    exit: new Promise<number | null>((done) => child.once('exit', done)),
  };
  started.push(one);
  return one;
}

/** The simulated program in a tree of sources that can be changed. */
async function sources() {
  for (const part of ['server', 'contract']) await mkdir(join(folder, part));
  const main = join(folder, 'server/main.mjs');
  await writeFile(main, STAND_IN);
  const change = async (file: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  };
  return { main, change };
}

const known = async (): Promise<Record<string, { pid: number; born: string; leaving?: true }>> => {
  const list = JSON.parse(await readFile(runningFile(dataDir), 'utf8')) as {
    name: string;
    pid: number;
    born: string;
  }[];
  return Object.fromEntries(list.map((one) => [one.name, one]));
};
const notes = () =>
  (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { what: string; role: string; pid: number; url: string });
const starts = (role: string) => notes().filter((one) => one.what === 'start' && one.role === role);
/** Waits until the web process answers and the worker runs. The worker is started first, but may be ready later. */
const ready = (one: Started) =>
  until(async () => {
    expect(one.output()).toContain(`Ready at http://127.0.0.1:${port}`);
    expect(starts('worker').map(({ pid }) => pid)).toContain((await known())['worker']?.pid);
  });
const alive = (one: { pid: number; born: string } | undefined) => one !== undefined && bornAt(one.pid) === one.born;

async function query<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(starts('worker').at(-1)?.url ?? '', { max: 1, connect_timeout: 30, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

describe('the supervisor', () => {
  it('restarts web, worker and database after a kill, with everything that the database acknowledged', async () => {
    await ready(start());
    await query((sql) => sql`create table kept as select 7 as n`);
    const before = await known();
    for (const name of ['web', 'worker', 'database']) process.kill(before[name]?.pid ?? 0, 'SIGKILL');
    await until(() => expect([starts('web').length, starts('worker').length]).toEqual([2, 2]));
    await until(async () => expect(await query((sql) => sql`select n from kept`)).toEqual([{ n: 7 }]));
    // A process is recorded a moment after its start.
    await until(async () => {
      const after = await known();
      for (const name of ['web', 'worker', 'database']) {
        expect(after[name]?.pid).not.toBe(before[name]?.pid);
        expect(alive(after[name])).toBe(true);
      }
    });
  });

  it.each(['production', 'development'])(
    'starts only the web process and the database in %s with WORKER=off',
    async (NODE_ENV) => {
      const one = start({ NODE_ENV, WORKER: 'off' }, (await sources()).main);
      await until(() => expect(one.output()).toContain(`Ready at http://127.0.0.1:${port}`));
      expect(Object.keys(await known()).toSorted()).toEqual(['database', 'supervisor', 'web']);
      one.process.kill('SIGTERM');
      expect(await one.exit).toBe(0);
      expect(new Set(notes().map(({ role }) => role))).toEqual(new Set(['web']));
    },
  );

  it('ends web, worker and database in this order on SIGTERM, and leaves no process behind', async () => {
    const one = start();
    await ready(one);
    const before = await known();
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    expect(
      notes()
        .filter(({ what }) => what === 'stop')
        .map(({ role }) => role),
    ).toEqual(['web', 'worker']);
    expect(Object.values(before).filter(alive)).toEqual([]);
    expect(existsSync(lockFile(dataDir))).toBe(false);
    expect(existsSync(runningFile(dataDir))).toBe(false);
  });

  it('continues, and leaves no process behind, if its output is no longer read', async () => {
    const one = start();
    await ready(one);
    for (const stream of [one.process.stdout, one.process.stderr]) stream?.destroy();
    // Each restart prints a line.
    for (const life of [2, 3, 4]) {
      process.kill((await known())['web']?.pid ?? 0, 'SIGKILL');
      await until(async () => expect((await known())['web']?.pid).toBe(starts('web')[life - 1]?.pid));
    }
    const before = await known();
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    expect(Object.values(before).filter(alive)).toEqual([]);
  });

  it('restarts and ends its processes even if they can’t be recorded, and logs that', async () => {
    const one = start();
    await ready(one);
    const before = await known();
    // Simulates a full disk, or a deleted folder.
    await rm(dirname(runningFile(dataDir)), { recursive: true });
    process.kill(before['web']?.pid ?? 0, 'SIGKILL');
    await until(() => expect(starts('web').length).toBe(2));
    await until(() => expect(one.output()).toContain(`What runs here could not be written to ${runningFile(dataDir)}`));
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    expect(Object.values(before).filter(alive)).toEqual([]);
    expect(starts('web').filter(({ pid }) => bornAt(pid) !== null)).toEqual([]);
  });

  it('leaves no process behind if it is stopped while the database restarts', async () => {
    const one = start();
    await ready(one);
    process.kill((await known())['database']?.pid ?? 0, 'SIGKILL');
    await until(() => expect(one.output()).toContain('The database ended'));
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    expect(existsSync(lockFile(dataDir)) && alivePostmaster()).toBe(false);
  });

  it('ends at once if it is stopped while the database recovers', async () => {
    // A standby server without queries, which recovers until it is promoted.
    const data = dirname(lockFile(dataDir));
    await writeFile(join(data, 'standby.signal'), '');
    await appendFile(join(data, 'postgresql.auto.conf'), 'hot_standby = off\n');
    const one = start();
    await until(async () => expect(await readFile(lockFile(dataDir), 'utf8')).toMatch(/standby/));
    const asked = Date.now();
    one.process.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    expect(Date.now() - asked).toBeLessThan(patient(15_000));
    expect(one.output()).toBe('Stopping.\n');
    expect(existsSync(lockFile(dataDir))).toBe(false);
  });

  it('takes over after a kill -9: leftover processes are ended, and written data is kept', async () => {
    const first = start();
    await ready(first);
    await query((sql) => sql`create table kept as select 7 as n`);
    const before = await known();
    first.process.kill('SIGKILL');
    await first.exit;
    expect(alive(before['web']) && alive(before['worker']) && alive(before['database'])).toBe(true);
    const second = start();
    await ready(second);
    await until(() => expect(starts('worker').length).toBe(2));
    expect(Object.values(before).filter(alive)).toEqual([]);
    expect(second.output()).toContain('Ending 2 processes that were left behind.');
    expect(await query((sql) => sql`select n from kept`)).toEqual([{ n: 7 }]);
  });

  it('refuses a second start on the same folder with a message, and the first supervisor continues', async () => {
    await ready(start());
    const second = start({ PORT: String(await freePort()) });
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(
      /^The product already runs on .*data \(process \d+\)\. Stop it first, or name another folder in DATA_DIR\.\n$/,
    );
    expect(Object.values(await known()).every(alive)).toBe(true);
  });

  it('lets only one of two simultaneous starts continue', async () => {
    const other = String(await freePort());
    const both = [start(), start({ PORT: other })];
    const first = await Promise.race(both.map(async (one, index) => ({ code: await one.exit, index })));
    expect(first.code).toBe(1);
    expect(both[first.index]?.output()).toContain('already runs');
    await until(() => expect(both[1 - first.index]?.output()).toContain('Ready at'));
  });

  it('refuses a port in use with a message, before any process is started', async () => {
    await rm(dataDir, { recursive: true, force: true });
    const other: Server = createServer();
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
    const one = start();
    expect(await one.exit).toBe(1);
    other.close();
    expect(one.output()).toBe(
      `Another program already uses port ${port}. End it, or choose another: PORT=${port + 1} npm start\n`,
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  needs.mount.it('refuses a full disk with a message, and leaves nothing that blocks the next start', async () => {
    const disk = await mountSmallDisk(1);
    try {
      await mkdir(join(disk.path, 'run'));
      await disk.fill();
      const one = start({ DATA_DIR: disk.path });
      expect(await one.exit).toBe(1);
      expect(one.output()).toBe(
        `There is no room left in ${disk.path}. Make room, or name a folder on another disk.\n`,
      );
      expect(readdirSync(join(disk.path, 'run'))).toEqual([]);
    } finally {
      await disk.unmount();
    }
  });

  it('refuses an impossible data folder with a message', async () => {
    const DATA_DIR = join(folder, 'main.mjs', 'data');
    const one = start({ DATA_DIR });
    expect(await one.exit).toBe(1);
    expect(one.output()).toBe(
      `${DATA_DIR} cannot be used (ENOTDIR): see whose it is, and what may be written there.\n`,
    );
  });

  it('refuses a malformed setting with a message that names it', async () => {
    const one = start({ RATE_LIMIT_FACTOR: 'often' });
    expect(await one.exit).toBe(2);
    expect(one.output()).toMatch(/^The setting RATE_LIMIT_FACTOR is not usable: .*\n$/);
  });

  it('refuses an invalid DATABASE_URL with a message, before any process is started', async () => {
    const one = start({ DATABASE_URL: 'postgres://someone:secret@127.0.0.1:99999/there' });
    expect(await one.exit).toBe(2);
    expect(one.output()).toBe('The setting DATABASE_URL is not usable: it is not an address.\n');
    expect(notes()).toEqual([]);
  });

  it('starts web and worker while the database of DATABASE_URL is unavailable, and lets them wait for it', async () => {
    start({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${await freePort()}/there` });
    await until(() => expect([starts('web').length, starts('worker').length]).toEqual([1, 1]));
  });

  it('ends all processes when its parent is killed, and the next start waits for that', async () => {
    const first = start({ STAND_IN_LASTS: '1000' });
    await ready(first);
    const before = await known();
    // The kernel does the same to the channel when its other end dies.
    first.process.disconnect();
    await until(async () => expect(await known()).toMatchObject({ supervisor: { leaving: true } }));
    await ready(start());
    expect(await first.exit).toBe(0);
    expect(Object.values(before).filter(alive)).toEqual([]);
  });

  it('restarts web and worker in development when a source changes, but not when a test does', async () => {
    const { main, change } = await sources();
    const one = start({ NODE_ENV: 'development' }, main);
    await ready(one);
    await change('server/stats/migrations/0001_new.sql');
    await change('server/health.test.ts');
    await until(() => expect([starts('web').length, starts('worker').length]).toEqual([2, 2]));
    expect(one.output()).toContain('server/stats/migrations/0001_new.sql changed: starting again.');
    await change('contract/catalogue/media/media.ts');
    await until(() => expect([starts('web').length, starts('worker').length]).toEqual([3, 3]));
    expect(one.output()).not.toMatch(/health|ended/);
  });

  it('also takes over in development after a kill -9, even after restarts', async () => {
    const { main, change } = await sources();
    const first = start({ NODE_ENV: 'development' }, main);
    await ready(first);
    await change('server/health.ts');
    await until(() => expect([starts('web').length, starts('worker').length]).toEqual([2, 2]));
    const all = notes().filter(({ what }) => what === 'start');
    first.process.kill('SIGKILL');
    await first.exit;
    const alive = () => all.filter(({ pid }) => bornAt(pid) !== null).map(({ role }) => role);
    expect(alive().toSorted()).toEqual(['web', 'worker']);
    await ready(start());
    expect(alive()).toEqual([]);
  });

  it('waits 0.2 s, doubled after each death up to 10 s, and 0.2 s again after a minute alive', () => {
    const pauses = [nextPause(null, 5)];
    for (let death = 0; death < 7; death += 1) pauses.push(nextPause(pauses.at(-1) ?? 0, 5));
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(nextPause(10_000, 60_001)).toBe(200);
  });
});

function alivePostmaster(): boolean {
  const pid = Number(readFileSync(lockFile(dataDir), 'utf8').split('\n')[0]);
  return bornAt(pid) !== null;
}
