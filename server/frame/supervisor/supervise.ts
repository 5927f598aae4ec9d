import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unfinishedRestore } from '../backup/unfinished-restore.ts';
import { pingDatabase, isUnavailable } from '../../platform/db/availability.ts';
import { SettingError, inheritedEnv, readLaunchEnv } from '../../platform/env.ts';
import { freePort } from '../../platform/db/free-port.ts';
import { STAND_IN_MAIN, needsStandIn, standInSettings } from './payment-stand-in.ts';
import { folderTrouble } from '../../platform/storage/folder-trouble.ts';
import { type Running, claimFolder, endLeftovers } from './running.ts';
import { watchSources } from './source-changes.ts';
import { type Part, type ProcessPart, superviseDatabase, superviseProcess } from './supervised.ts';
import { ignoreClosedOutput } from './unread-output.ts';

/**
 * The web process doesn't keep much for long. A small young generation and a limited old one make V8 collect early
 * (megabytes). With V8's defaults, thirty clients that read lists at once made it grow by 130 to 210; with these, by
 * less than 40.
 */
const LEAN = ['--max-semi-space-size=12', '--max-old-space-size=512'];

/** The start is impossible; the message explains why. */
class Refusal extends Error {}

/**
 * Starts database, web and worker, restarts those that die, and ends all of them in reverse order on SIGTERM, on
 * SIGINT, or when the parent that started us with a channel has ended. In development it also restarts web and worker
 * when their sources change. It watches the sources itself, because a separate watcher between us and a process could
 * be killed alone and leave the process behind.
 * @param main the program of a process, started with ROLE and DATABASE_URL
 */
async function supervise(main: string): Promise<void> {
  const env = readLaunchEnv();
  const stopRequested = new Promise<void>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => done());
    process.on('disconnect', done);
  });
  const stopping = new AbortController();
  void stopRequested.then(() => {
    say('Stopping.');
    stopping.abort();
  });
  const unfinished = unfinishedRestore(env);
  if (unfinished !== null) throw new Refusal(unfinished);
  const running = await claim(env.DATA_DIR);
  // At once, because the next start waits for our end, and the database may take a while to interrupt its recovery.
  stopping.signal.addEventListener('abort', () => running.leave());
  await endLeftovers(running, say);
  if (env.ROLE !== 'worker' && env.PORT !== 0) await needPort(env.HOST, env.PORT);

  const surroundings = { running, stopping: stopping.signal, say };
  const parts: Part[] = [];
  try {
    let databaseUrl = env.DATABASE_URL;
    if (databaseUrl === undefined) {
      const database = await superviseDatabase(env.DATA_DIR, surroundings);
      parts.push(database);
      databaseUrl = database.url;
    } else await needRightAddress(databaseUrl, stopping.signal);
    const payments = needsStandIn(env) ? standInSettings(await freePort(), env.PLANS) : {};
    if (needsStandIn(env)) {
      const all = { ...inheritedEnv(), ...payments };
      const webhook = `http://${reachOf(env.HOST)}:${env.PORT}/webhooks/paypal`;
      parts.push(superviseProcess('payments', [STAND_IN_MAIN, webhook], all, surroundings));
    }
    const processes: ProcessPart[] = [];
    for (const role of env.ROLE === 'all' ? ['worker', 'web'] : [env.ROLE]) {
      // glibc keeps a heap for each thread, and files are written on threads. Two heaps keep the memory of the web
      // process flat during uploads.
      const heaps = role === 'web' ? { MALLOC_ARENA_MAX: '2' } : {};
      const own = {
        ...heaps,
        ...inheritedEnv(),
        ...payments,
        DATABASE_URL: databaseUrl,
        DATA_DIR: env.DATA_DIR,
        ROLE: role,
      };
      processes.push(superviseProcess(role, role === 'web' ? [...LEAN, main] : [main], own, surroundings));
    }
    parts.push(...processes);
    if (env.NODE_ENV === 'development') startAgainOnChange(dirname(main), processes, stopping.signal);
    if (env.ROLE !== 'worker') void announce(env.PUBLIC_URL, env.HOST, env.PORT, stopping.signal);
    await stopRequested;
  } catch (error) {
    // It was stopped while the database recovered.
    if (!stopping.signal.aborted || error !== stopping.signal.reason) throw error;
  } finally {
    stopping.abort();
    running.leave();
    for (const part of parts.reverse()) await part.stop();
    running.release();
  }
}

async function claim(dataDir: string): Promise<Running> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await claimFolder(dataDir, say);
  } catch (error) {
    throw new Refusal(folderTrouble(error, dataDir) ?? (error as Error).message, { cause: error });
  }
}

function startAgainOnChange(server: string, processes: readonly ProcessPart[], stop: AbortSignal): void {
  const changed = (file: string) => {
    say(`${relative(dirname(server), file)} changed: starting again.`);
    for (const one of processes) one.again();
  };
  watchSources([server, resolve(server, '../contract')], changed, stop);
}

/** Refuses an invalid DATABASE_URL. If the database is only unavailable, the processes wait for it themselves. */
async function needRightAddress(databaseUrl: string, stop: AbortSignal): Promise<void> {
  try {
    await pingDatabase(databaseUrl, stop);
  } catch (error) {
    if (!isUnavailable(error) && !stop.aborted) throw error;
  }
}

/** Refuses a port that another program uses. The web process would otherwise die again and again. */
function needPort(host: string, port: number): Promise<void> {
  return new Promise((free, refuse) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      refuse(
        error.code === 'EADDRINUSE'
          ? new Refusal(
              `Another program already uses port ${port}. End it, or choose another: PORT=${port + 1} npm start`,
            )
          : new Refusal(`The address ${host}:${port} cannot be used: ${error.message}.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

async function announce(publicUrl: string, host: string, port: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const healthy = await fetch(`http://${reachOf(host)}:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return say(`Ready at ${publicUrl}`);
    await wait(100);
  }
}

/** The host under which this machine can connect to the product. */
function reachOf(host: string): string {
  const reach = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return reach.includes(':') ? `[${reach}]` : reach;
}

function say(line: string): void {
  console.log(line);
}

ignoreClosedOutput();
try {
  await supervise(resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../main.ts')));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Refusal || error instanceof SettingError ? error.message : error);
  process.exit(error instanceof SettingError ? 2 : 1);
}
