import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { endLeftover } from './embedded-leftover.ts';
import { memoryHere, sharedBuffersMB } from './embedded-memory.ts';
import { childEnv } from '../env.ts';
import { DATABASE_ACCOUNT, NOBODY, type RunAs, chownFolder, findRunAs } from './embedded-account.ts';
import { PASSWORD_FILE, findHome } from './embedded-home.ts';
import { reason, waitUntilReady } from './embedded-ready.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface EmbeddedServer {
  /** The address of the product's database. */
  url: string;
  port: number;
  /** The folder that contains `data`. */
  folder: string;
  /** True if this start created the database. */
  isNew: boolean;
  process: ChildProcess;
  /** Stops the server like a machine's shutdown: ends all sessions and writes everything to disk. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** The database is stored in `{dataDir}/postgres` if this machine allows that; `findHome` chooses the folder. */
  dataDir: string;
  log: (line: string) => void;
  /** A fixed port; by default a free one. */
  port?: number;
  /** False for tests, which is faster, but a crash of the machine may lose everything. */
  durable?: boolean;
  /** Ends the wait for the recovery of the database; the start rejects with the signal's reason. */
  stop?: AbortSignal;
}

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/**
 * Starts PostgreSQL on a folder, on a free port of the loopback, with its own password. A leftover server on that
 * folder is stopped first. Rejects with a sentence if the server doesn't start; a database that this call created is
 * then removed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, log, durable = true } = options;
  const as = await findHome(dataDir, log);
  const data = join(as.places.folder, 'data');
  const password = await readOrCreatePassword(join(dataDir, PASSWORD_FILE));
  const isNew = !existsSync(data);
  try {
    if (isNew) await create(password, as, durable);
    else {
      await endLeftover(data, log);
      if (as.owner !== null) await chownFolder(data, as.owner);
    }
    return { ...(await serve(options, as, password)), isNew };
  } catch (error) {
    // If the database is outside of the data folder, it would outlive that folder, and be found by the next data
    // folder, which doesn't have its password. An error while removing it is ignored, because the first error is more
    // useful.
    if (isNew) await rm(data, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

/** Starts the server on existing files. */
async function serve(options: EmbeddedOptions, as: RunAs, password: string): Promise<Omit<EmbeddedServer, 'isNew'>> {
  const { log, durable = true, stop } = options;
  const port = options.port ?? (await freePort());
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `shared_buffers=${sharedBuffersMB(memoryHere())}MB`,
    'max_connections=100',
    'log_min_messages=warning',
    'log_startup_progress_interval=60s',
    'timezone=UTC',
    ...(durable ? [] : NOT_DURABLE),
  ];
  const [command, args] = as.command(join(as.sees.installation, 'bin/postgres'), [
    '-D',
    join(as.sees.folder, 'data'),
    ...settings.flatMap((one) => ['-c', one]),
  ]);
  // Detached, so that Ctrl-C in the terminal doesn't end it before the processes that still write.
  const server = spawn(command, args, { env: childEnv(), stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 50) output.shift();
    });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  try {
    await waitUntilReady({ server, url: `${url}/postgres`, output, log, stop });
    await createDatabase(`${url}/postgres`);
  } catch (error) {
    await end(server);
    throw error;
  }
  return { url: `${url}/scoville`, port, folder: as.places.folder, process: server, stop: () => end(server) };
}

async function readOrCreatePassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Creates the database's files in a temporary folder, and renames that when they are complete. `initdb` only runs under
 * a system account with a name, so its files are given to the system account of the database server before the server
 * starts.
 */
async function create(password: string, as: RunAs, durable: boolean): Promise<void> {
  const maker = as.owner === DATABASE_ACCOUNT ? await findRunAs(as.places, NOBODY) : as;
  if (maker === null) throw new Error('The database could not be created: no account of this machine may do it.');
  const { folder } = as.places;
  const unfinished = join(folder, 'data.new');
  await rm(unfinished, { recursive: true, force: true });
  const file = join(folder, 'password');
  await writeFile(file, password, { mode: 0o600 });
  if (maker.owner !== null) await chown(file, maker.owner, maker.owner);
  const seen = (name: string) => join(maker.sees.folder, name);
  const flags = ['-D', seen('data.new'), '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${seen('password')}`];
  flags.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!durable) flags.push('--no-sync');
  const [command, args] = maker.command(join(maker.sees.installation, 'bin/initdb'), flags);
  try {
    await run(command, args, { env: childEnv() });
    await rename(unfinished, join(folder, 'data'));
  } catch (error) {
    throw new Error(`The database could not be created: ${reason([String((error as { stderr?: string }).stderr)])}`, {
      cause: error,
    });
  } finally {
    await rm(file, { force: true });
  }
  if (as.owner !== null) await chownFolder(folder, as.owner);
}

async function createDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = 'scoville'`;
    if (found.length === 0) await sql.unsafe('create database scoville');
  } finally {
    await sql.end();
  }
}

/** A fast shutdown, then an immediate one, then a kill. */
async function end(server: ChildProcess): Promise<void> {
  const over = () => server.pid === undefined || server.exitCode !== null || server.signalCode !== null;
  if (over()) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const later = [setTimeout(() => server.kill('SIGQUIT'), 20_000), setTimeout(() => server.kill('SIGKILL'), 30_000)];
  server.kill('SIGINT');
  await gone;
  later.forEach(clearTimeout);
}
