import { mkdir } from 'node:fs/promises';
import type { App } from './app-context.ts';
import { connect } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { secret } from './db/secrets.ts';
import type { Env } from './env.ts';
import { createCursors } from './http/cursor.ts';
import { createLimits } from './http/limits.ts';
import type { AnyJob } from './jobs/job.ts';
import { openQueue } from './jobs/queue.ts';
import type { Logger } from './log.ts';
import { folderStorage } from './storage/folder.ts';
import { createSigner } from './storage/signing.ts';

/** Opens what a process needs, in order: schema, connections, queue, store. `close` undoes it in reverse. */
export async function openApp(
  env: Env,
  role: 'web' | 'worker',
  log: Logger,
  jobs: readonly AnyJob<App>[],
): Promise<App & { close: () => Promise<void> }> {
  await mkdir(env.FILES_DIR, { recursive: true, mode: 0o750 });
  await migrate(env.DATABASE_URL);
  const db = connect(env.DATABASE_URL, { name: `scoville-${role}`, max: role === 'web' ? 10 : 5 });
  const queue = await openQueue(env.DATABASE_URL, jobs as readonly AnyJob<never>[], role, log);
  return {
    env,
    db,
    queue,
    log,
    storage: folderStorage(env.FILES_DIR),
    signer: createSigner(await secret(db, 'addresses')),
    cursors: createCursors(await secret(db, 'cursors')),
    limits: createLimits(db, env.RATE_LIMIT_FACTOR),
    async close() {
      await queue.stop();
      await db.end({ timeout: 5 });
    },
  };
}
