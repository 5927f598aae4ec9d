import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedServer, startEmbedded } from '../server/db/embedded.ts';
import { SettingError, readLaunchEnv } from '../server/env.ts';
import { type Running, claimFolder, endLeftovers } from './running.ts';

/** Pauses before a start again: doubled at each death, back to the first after a minute alive (milliseconds). */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;
const SETTLED = 60_000;
/** How long a process may take to finish its requests and give its jobs back. */
const GRACE = 30_000;

const say = (line: string): void => console.log(line);

interface Part {
  name: string;
  stop: () => Promise<void>;
}

/**
 * Starts database, web and worker, starts again what dies, and ends all of it in reverse order on SIGTERM or SIGINT.
 * @param main the program of a process, started with ROLE
 */
export async function supervise(main: string): Promise<void> {
  const env = readLaunchEnv();
  await mkdir(env.DATA_DIR, { recursive: true });
  const running = await claimFolder(env.DATA_DIR);
  await endLeftovers(running, say);

  const stopping = new AbortController();
  const asked = new Promise<void>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => done());
  });
  const parts: Part[] = [];
  let databaseUrl = env.DATABASE_URL;
  if (databaseUrl === undefined) {
    const database = await superviseDatabase(env.DATA_DIR, running, stopping.signal);
    parts.push(database);
    databaseUrl = database.url();
  }
  const watch = env.NODE_ENV === 'development' ? ['--watch', '--watch-preserve-output'] : [];
  const processEnv = () => ({ ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: env.DATA_DIR });
  for (const role of env.ROLE === 'all' ? ['worker', 'web'] : [env.ROLE])
    parts.push(
      superviseProcess(role, [...watch, main], () => ({ ...processEnv(), ROLE: role }), running, stopping.signal),
    );

  if (env.ROLE !== 'worker') void announce(env.PUBLIC_URL, env.HOST, env.PORT, stopping.signal);
  await asked;
  say('Stopping.');
  stopping.abort();
  for (const part of parts.reverse()) await part.stop();
  await running.release();
}

async function announce(publicUrl: string, host: string, port: number, stop: AbortSignal): Promise<void> {
  const reach = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  while (!stop.aborted) {
    const healthy = await fetch(`http://${reach.includes(':') ? `[${reach}]` : reach}:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return say(`Ready at ${publicUrl}`);
    await wait(100, undefined, { signal: stop }).catch(() => {});
  }
}

/** A process of ours that is started again whenever it dies. */
function superviseProcess(
  name: string,
  args: string[],
  env: () => NodeJS.ProcessEnv,
  running: Running,
  stop: AbortSignal,
): Part {
  let child: ChildProcess | null = null;
  const life = (async () => {
    let pause = FIRST_PAUSE;
    while (!stop.aborted) {
      const started = Date.now();
      child = spawn(process.execPath, args, { env: env(), stdio: ['ignore', 'inherit', 'inherit'] });
      await running.add(name, child.pid);
      const how = await ended(child);
      if (stop.aborted) return;
      pause = Date.now() - started > SETTLED ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
      say(`The ${name} process ended (${how}); it is started again in ${pause / 1000} s.`);
      await wait(pause, undefined, { signal: stop }).catch(() => {});
    }
  })();
  return {
    name,
    async stop() {
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), GRACE);
      await life;
      clearTimeout(late);
    },
  };
}

/** The embedded database; a new server takes the same port's place through a new address, so web and worker follow. */
async function superviseDatabase(
  dataDir: string,
  running: Running,
  stop: AbortSignal,
): Promise<Part & { url: () => string }> {
  const start = async (port?: number) => {
    const server = await startEmbedded({ dataDir, log: say, ...(port === undefined ? {} : { port }) });
    await running.add('database', server.process.pid);
    return server;
  };
  let server: EmbeddedServer = await start();
  const life = (async () => {
    let pause = FIRST_PAUSE;
    while (!stop.aborted) {
      const how = await ended(server.process);
      if (stop.aborted) return;
      say(`The database ended (${how}); it is started again.`);
      // Its port stays, so that everybody's connections find it again.
      for (;;) {
        try {
          server = await start(server.port);
          pause = FIRST_PAUSE;
          break;
        } catch (error) {
          say(error instanceof Error ? error.message : String(error));
          pause = Math.min(pause * 2, LONGEST_PAUSE);
          await wait(pause, undefined, { signal: stop }).catch(() => {});
          if (stop.aborted) return;
        }
      }
    }
  })();
  return {
    name: 'database',
    url: () => server.url,
    async stop() {
      await server.stop();
      await life;
    },
  };
}

const ended = (child: ChildProcess): Promise<string> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done(`${child.signalCode ?? child.exitCode}`);
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`));
  });

if (import.meta.main) {
  try {
    await supervise(resolve(import.meta.dirname, '../server/main.ts'));
  } catch (error) {
    console.error(error instanceof Error && !(error instanceof TypeError) ? error.message : error);
    process.exitCode = error instanceof SettingError ? 2 : 1;
  }
}
