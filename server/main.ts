import pino from 'pino';
import { domains } from './app.ts';
import { loops } from './app-loops.ts';
import { buildHttp } from './build-http.ts';
import { isUnavailable, waitForDatabase } from './platform/db/availability.ts';
import { type Env, SettingError, readEnv } from './platform/env.ts';
import { loggedUrl } from './platform/http/server.ts';
import { openStartupServer } from './platform/http/startup-server.ts';
import { endHeartbeat } from './frame/health/health.loops.ts';
import { observeInstallation } from './frame/health/health.metrics.ts';
import { loggedError } from './platform/log.ts';
import { runLoops } from './platform/jobs/loop.ts';
import { work } from './platform/jobs/worker.ts';
import { recordJobs } from './platform/metrics/record-jobs.ts';
import { openApp } from './open-app.ts';
import { ensureFirstAdmin } from './community/own-account/first-admin.ts';

const log = pino({
  serializers: {
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      url: loggedUrl(request.url),
      ip: request.ip,
    }),
    err: loggedError,
  },
});

/** Reverses a start. */
type Stop = () => Promise<void>;

/** Listens on the port at once, and serves as soon as the database is available. */
async function startWeb(env: Env, stop: AbortSignal): Promise<Stop> {
  const { port, setReason, close } = await openStartupServer(env.PORT, env.HOST, env.PUBLIC_URL.startsWith('https:'));
  const open = async () => {
    const app = await openApp(env, 'web', log, domains, { stop, setReason });
    try {
      const signIn = await ensureFirstAdmin(app.db, env);
      if (signIn !== null) console.log(`First administrator: ${signIn.email} with the password ${signIn.password}`);
      const http = await buildHttp(app, {});
      await http.server.ready();
      return { app, http };
    } catch (error) {
      await app.close();
      throw error;
    }
  };
  const waits = () => setReason('The database is unavailable.');
  const start = async () => {
    try {
      return await waitForDatabase(open, { stop, log, waits });
    } finally {
      await close();
    }
  };
  const { app, http } = await start();
  await http.server.listen({ port, host: env.HOST });
  return async () => {
    http.stopping();
    try {
      await http.server.close();
    } finally {
      await app.close();
    }
  };
}

/** Takes jobs as soon as the database is available. */
async function startWorker(env: Env, stop: AbortSignal): Promise<Stop> {
  const app = await waitForDatabase(() => openApp(env, 'worker', log, domains, { stop }), {
    stop,
    log,
    waits: () => {},
  });
  observeInstallation(app);
  await work(app.queue, domains.handlers, app, {
    encodes: env.WORKER_CONCURRENCY,
    log,
    stop,
    ended: recordJobs(app.metrics),
  });
  const rounds = runLoops(loops, app, { databaseUrl: env.DATABASE_URL, log, stop });
  log.info('the worker is ready');
  return async () => {
    try {
      // Concurrently, because the supervisor waits for both together.
      await Promise.all([rounds, app.queue.stop()]);
      await endHeartbeat(app);
    } finally {
      await app.close();
    }
  };
}

/**
 * Starts the processes that ROLE names, and returns a function that stops them: requests are completed, and jobs return
 * to the queue.
 */
async function start(stop: AbortSignal): Promise<Stop> {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    if (env.ROLE !== 'worker') stops.push(await startWeb(env, stop));
    if (env.ROLE !== 'web') stops.push(await startWorker(env, stop));
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}

const stopping = new AbortController();
const started = start(stopping.signal).catch((error: unknown) => {
  // The stop was requested while it waited for the database.
  if (stopping.signal.aborted && error === stopping.signal.reason) return null;
  if (error instanceof SettingError) console.error(error.message);
  else log.fatal({ err: error }, 'the start failed');
  process.exit(1);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('This process is stopping.'));
    void started
      .then((stop) => stop?.())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          // UNLISTEN can't be sent to an unavailable database, which detects the closed connection anyway.
          if (isUnavailable(error)) process.exit(0);
          log.error({ err: error }, 'the stop was not clean');
          process.exit(1);
        },
      );
  });
