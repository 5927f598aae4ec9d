import pino from 'pino';
import { buildHttp, jobs, loops } from './app.ts';
import { SettingError, readEnv } from './env.ts';
import { loggedUrl } from './http/server.ts';
import { loggedError } from './log.ts';
import { runLoop } from './jobs/loop.ts';
import { work } from './jobs/worker.ts';
import { openApp } from './open-app.ts';
import { ensureFirstAdmin } from './users/first-admin.ts';

const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  serializers: {
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      url: loggedUrl(request.url),
      ip: request.ip,
    }),
    err: loggedError,
  },
});

/** Starts what ROLE names and returns how to stop it: requests finish, jobs go back to the queue. */
async function start(): Promise<() => Promise<void>> {
  const env = readEnv();
  const stops: (() => Promise<void>)[] = [];
  if (env.ROLE !== 'worker') {
    const app = await openApp(env, 'web', log, jobs);
    stops.push(app.close);
    const signIn = await ensureFirstAdmin(app.db, env);
    if (signIn !== null) console.log(`First administrator: ${signIn.email} with the password ${signIn.password}`);
    const http = await buildHttp(app, {});
    stops.push(async () => {
      http.stopping();
      await http.server.close();
    });
    await http.server.listen({ port: env.PORT, host: env.HOST });
  }
  if (env.ROLE !== 'web') {
    const app = await openApp(env, 'worker', log, jobs);
    const stop = new AbortController();
    stops.push(app.close, async () => stop.abort(new Error('The worker is stopping.')));
    await work(app.queue, jobs, app, { encodes: env.WORKER_CONCURRENCY, log, stop: stop.signal });
    for (const loop of loops) void runLoop(loop, app, log, stop.signal);
    log.info('the worker is ready');
  }
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

const started = start().catch((error: unknown) => {
  if (error instanceof SettingError) console.error(error.message);
  else log.fatal({ err: error }, 'the start failed');
  process.exit(1);
});

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void started
      .then((stop) => stop?.())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop was not clean');
          process.exit(1);
        },
      );
  });
