import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedServer, startEmbedded } from '../../platform/db/embedded.ts';
import type { Running } from './running.ts';

/** Pauses before a restart: doubled after each death, and reset after a minute alive (milliseconds). */
const FIRST_PAUSE = 200;
const MAX_PAUSE = 10_000;
const SETTLED = 60_000;
/** Most milliseconds for a process to finish its requests and return its jobs. */
const GRACE = 30_000;
/** The same for a restart after a change of sources. */
const IMPATIENCE = 3000;

/** A process that is kept running until `stop`. */
export interface Part {
  stop: () => Promise<void>;
}

/** A process that can also be restarted on request. */
export interface ProcessPart extends Part {
  again: () => void;
}

/** The supervisor's interface for its parts. */
export interface SupervisorContext {
  running: Running;
  /** Aborted before the first `stop`; after that, a process that ends isn't restarted. */
  stopping: AbortSignal;
  say: (line: string) => void;
}

/** The pause before the next start, given the previous pause and how long the process lived. */
export function nextPause(before: number | null, livedFor: number): number {
  return before === null || livedFor > SETTLED ? FIRST_PAUSE : Math.min(before * 2, MAX_PAUSE);
}

/** Runs one of our processes, and restarts it whenever it ends. */
export function superviseProcess(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { running, stopping, say }: SupervisorContext,
): ProcessPart {
  let child: ChildProcess | null = null;
  let restartRequest = new AbortController();
  const life = (async () => {
    let pause: number | null = null;
    while (!stopping.aborted) {
      const started = Date.now();
      restartRequest = new AbortController();
      // Detached, because the supervisor passes on the terminal's Ctrl-C in order.
      child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
      running.add(name, child.pid);
      const how = await waitForExit(child);
      if (stopping.aborted) return;
      if (restartRequest.signal.aborted) {
        pause = null;
        continue;
      }
      pause = nextPause(pause, Date.now() - started);
      say(`The ${name} process ended (${how}); it is started again in ${pause / 1000} s.`);
      await pauseOf(pause, AbortSignal.any([stopping, restartRequest.signal]));
    }
  })();
  return {
    again() {
      const old = child;
      restartRequest.abort();
      old?.kill('SIGTERM');
      setTimeout(() => old?.kill('SIGKILL'), IMPATIENCE).unref();
    },
    async stop() {
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), GRACE);
      await life;
      clearTimeout(late);
    },
  };
}

/**
 * Runs the embedded database, and restarts it on the same port, so that all clients can reconnect. Rejects with the
 * reason of `stopping` when that aborts during a recovery.
 */
export async function superviseDatabase(
  dataDir: string,
  { running, stopping, say }: SupervisorContext,
): Promise<Part & { url: string }> {
  const start = async (port?: number) => {
    const server = await startEmbedded({
      dataDir,
      log: say,
      stop: stopping,
      ...(port === undefined ? {} : { port }),
    });
    running.add('database', server.process.pid);
    return server;
  };
  let server: EmbeddedServer = await start();
  const { url, port } = server;
  const life = (async () => {
    let pause: number | null = null;
    let started = Date.now();
    while (!stopping.aborted) {
      const how = await waitForExit(server.process);
      if (stopping.aborted) return;
      pause = nextPause(pause, Date.now() - started);
      say(`The database ended (${how}); it is started again in ${pause / 1000} s.`);
      await pauseOf(pause, stopping);
      while (!stopping.aborted) {
        started = Date.now();
        try {
          server = await start(port);
          break;
        } catch (error) {
          if (stopping.aborted) return;
          say(error instanceof Error ? error.message : String(error));
          pause = nextPause(pause, 0);
          await pauseOf(pause, stopping);
        }
      }
    }
  })();
  return {
    url,
    async stop() {
      await server.stop();
      await life;
      // Stops the server that may have been starting during the first call.
      await server.stop();
    },
  };
}

async function pauseOf(milliseconds: number, stopping: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}

const waitForExit = (child: ChildProcess): Promise<string> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null)
      return done(child.signalCode ?? `exit code ${child.exitCode}`);
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`));
  });
