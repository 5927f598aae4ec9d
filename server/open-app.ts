import { mkdir } from 'node:fs/promises';
import type { App } from './platform/app-context.ts';
import { pingDatabase } from './platform/db/availability.ts';
import { type Pool, STATEMENT_TIMEOUT, connect } from './platform/db/connection.ts';
import { migrate } from './platform/db/migrate.ts';
import { createSealer } from './platform/db/sealer.ts';
import { VISITOR_TIMEOUT, poolInTurns } from './platform/db/reading.ts';
import { firstAddress } from './platform/db/first-address.ts';
import { secret } from './platform/db/secrets.ts';
import type { Env } from './platform/env.ts';
import { createCursors } from './platform/http/cursor.ts';
import { createLimits } from './platform/http/limits.ts';
import { createListeners } from './platform/http/listeners.ts';
import { createPublicCache } from './platform/http/public-cache.ts';
import { createPublicVersion } from './platform/http/public-version.ts';
import { createWork } from './platform/http/work.ts';
import type { Reason } from './platform/http/startup-server.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import { openQueue } from './platform/jobs/queue.ts';
import type { Logger } from './platform/log.ts';
import { openMetrics } from './platform/metrics/open-metrics.ts';
import type { Domains } from './platform/ports.ts';
import { openWorkFolder } from './pipeline/processing/work-folder.ts';
import { folderStorage } from './platform/storage/folder.ts';
import { createSigner } from './platform/storage/signing.ts';
import type { Storage } from './platform/storage/storage.ts';

/**
 * Opens the parts of a process in order: schema, connections, queue, store. `close` closes them in reverse. After a
 * failure everything is closed again, so that the process can retry once the database is available.
 * @param stop ends the wait for the database's first response
 * @param setReason is called with the reason why the start is not complete yet
 */
export async function openApp(
  env: Env,
  role: 'web' | 'worker',
  log: Logger,
  { handlers, ...domains }: Domains & { handlers: readonly JobHandler<App>[] },
  {
    stop = new AbortController().signal,
    setReason = () => {},
  }: { stop?: AbortSignal; setReason?: (reason: Reason) => void } = {},
): Promise<App & { close: () => Promise<void> }> {
  await mkdir(env.S3 === null ? env.FILES_DIR : env.DATA_DIR, { recursive: true, mode: 0o750 });
  await pingDatabase(env.DATABASE_URL, stop);
  setReason('Migrations are running.');
  await migrate(env.DATABASE_URL);
  setReason('This process is starting.');
  const storage = await openStorage(env, log, { inUse: true });
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const isWeb = role === 'web';
    const open = (name: string, max: number, statementTimeout = STATEMENT_TIMEOUT): Pool => {
      const pool = connect(env.DATABASE_URL, { name, max, ...(isWeb ? { statementTimeout } : {}) });
      closers.push(() => pool.end({ timeout: 5 }));
      return pool;
    };
    const main = open(`scoville-${role}`, isWeb ? 10 : 5);
    const db = isWeb ? poolInTurns(main, open('scoville-web-visitors', 10, VISITOR_TIMEOUT)) : main;
    // A separate pool, because counts must survive a rollback of the caller's transaction. With a single pool,
    // transactions could hold all connections while each of them waits for another one.
    const counting = open(`scoville-${role}-limits`, 2);
    const queue = await openQueue(
      env.DATABASE_URL,
      handlers.map(({ job }) => job),
      role,
      log,
    );
    closers.push(() => queue.stop());
    const metrics = await openMetrics(env, role, log);
    closers.push(() => metrics.stop());
    const publicVersion = createPublicVersion(main);
    return {
      env,
      db,
      firstUrl: await firstAddress(db, env.PUBLIC_URL),
      queue,
      log,
      storage,
      signer: createSigner(await secret(db, 'addresses')),
      cursors: createCursors(await secret(db, 'cursors')),
      listeners: createListeners(await secret(db, 'listeners')),
      sealer: createSealer(await secret(db, 'sealer')),
      limits: createLimits(counting, env.RATE_LIMIT_FACTOR),
      publicVersion,
      publicCache: createPublicCache(publicVersion),
      work: createWork(env.RATE_LIMIT_FACTOR),
      domains,
      metrics,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The bucket from the settings, or else the folder. Throws SettingError for a bucket that can't be used.
 * @param use whether the product itself uses the store from now on
 */
export async function openStorage(
  env: Pick<Env, 'S3' | 'FILES_DIR' | 'DATA_DIR'>,
  log: Logger,
  use: { inUse?: boolean } = {},
): Promise<Storage> {
  if (env.S3 === null) return folderStorage(env.FILES_DIR);
  // The library is only loaded when it is needed.
  const [{ checkStore }, { s3Storage }] = await Promise.all([
    import('./platform/storage/check-store.ts'),
    import('./platform/storage/s3.ts'),
  ]);
  await checkStore(env.S3, log, use);
  return s3Storage(env.S3, () => openWorkFolder(env));
}
