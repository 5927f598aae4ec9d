import type { Db } from '../db/connection.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldKeys } from './idempotency.queries.ts';

/**
 * Throws away what was kept about calls that are over: counts whose window has ended, answers and keys older than a day, and
 * what proxies wrote.
 */
export const pruneCallsLoop: Loop<{ db: Db }> = {
  name: 'prune-calls',
  everySeconds: 600,
  async run({ db }) {
    await db`delete from rate_limits where window_ends < now()`;
    await deleteOldKeys(db);
    await db`delete from unread_proxies where seen_at < now() - interval '1 day'`;
  },
};
