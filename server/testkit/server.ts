import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll } from 'vitest';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { domains, routesOf } from '../app.ts';
import { loops } from '../app-loops.ts';
import { buildHttp } from '../build-http.ts';
import type { App } from '../platform/app-context.ts';
import { type Env, readEnv } from '../platform/env.ts';
import { runLoops } from '../platform/jobs/loop.ts';
import { work } from '../platform/jobs/worker.ts';
import { recordJobs } from '../platform/metrics/record-jobs.ts';
import { openApp } from '../open-app.ts';
import { checkerOf } from './check-reply.ts';
import { Client } from './client.ts';
import { createTestDatabase } from './database.ts';
import { type TestS3, startS3 } from './s3.ts';

export interface Account {
  client: Client;
  me: Me;
}

/** The whole product in this process, on a database of its own. */
export interface TestServer {
  app: App;
  http: FastifyInstance;
  /** A visitor's browser. */
  visitor(): Client;
  /** Signs up a new account. `as` gives it rights, or a plan without limits (`ghost-pepper`). */
  signUp(as?: { role?: 'admin'; isCurator?: boolean; plan?: string; firstName?: string }): Promise<Account>;
  close(): Promise<void>;
}

let accounts = 0;

/** With `npm run test:s3`, all servers of a test file store their files in one bucket. */
let bucket: Promise<TestS3> | null = null;
const bucketSettings = async (): Promise<Record<string, string>> => {
  if (process.env['TEST_STORE'] !== 's3') return {};
  bucket ??= startS3();
  return (await bucket).env;
};
afterAll(async () => (await bucket)?.close());

/**
 * Starts the product. Close it in `afterAll`.
 * @param settings override the environment's
 * @param worker also runs jobs and loops
 * @param folder stores files in a folder, even if the run uses a bucket
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  { worker = false, folder = false } = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scoville-test-'));
  const env: Env = readEnv(
    {
      NODE_ENV: 'test',
      DATABASE_URL: settings['DATABASE_URL'] ?? (await createTestDatabase()),
      DATA_DIR: dataDir,
      // Most tests sell nothing, but rely on the limits of the plan that accounts start with.
      DEFAULT_PLAN: (JSON.parse(settings['PLANS'] ?? '[]') as Plan[])[0]?.type ?? 'mild',
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      ...(folder ? {} : await bucketSettings()),
      ...settings,
    },
    'no file',
  );
  const log = pino({ level: env.LOG_LEVEL });
  const app = await openApp(env, worker ? 'worker' : 'web', log, domains);
  const { server: http } = await buildHttp(app, {});
  const check = checkerOf(routesOf(app).map(({ endpoint }) => endpoint));
  const stop = new AbortController();
  const running = worker ? runLoops(loops, app, { databaseUrl: env.DATABASE_URL, log, stop: stop.signal }) : null;
  if (worker)
    await work(app.queue, domains.handlers, app, {
      encodes: env.WORKER_CONCURRENCY,
      log,
      stop: stop.signal,
      ended: recordJobs(app.metrics),
    });

  return {
    app,
    http,
    visitor: () => new Client(http, check),
    async signUp(as = {}) {
      const client = new Client(http, check);
      accounts += 1;
      const email = `person${accounts}@example.org`;
      const answer = await client.post('/api/users/', {
        firstName: as.firstName ?? `Person${accounts}`,
        lastName: 'Tester',
        email,
        emailConfirmation: email,
        password: 'a long password',
        passwordConfirmation: 'a long password',
      });
      if (answer.status !== 200) throw new Error(`The sign-up failed: ${answer.text}`);
      await app.db`update users set role = ${as.role ?? 'user'}, is_curator = ${as.isCurator ?? false}, plan = ${as.plan ?? 'mild'}
        where id = ${answer.body.id}`;
      return { client, me: (await client.get('/api/users/me')).body as Me };
    },
    async close() {
      stop.abort(new Error('The test is over.'));
      await http.close();
      await running;
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
