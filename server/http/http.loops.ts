import type { Db } from '../db/connection.ts';
import type { Loop } from '../jobs/loop.ts';

/**
 * Throws away what was kept about calls that are over: counts whose window has ended, answers older than a day, and
 * the keys of calls whose process died before it answered (no call lives for ten minutes), and what proxies wrote.
 */
export const pruneCallsLoop: Loop<{ db: Db }> = {
  name: 'prune-calls',
  everySeconds: 600,
  async run({ db }) {
    await db`delete from rate_limits where window_ends < now()`;
    await db`delete from idempotency_keys
      where created_at < now() - interval '1 day' or (status is null and created_at < now() - interval '10 minutes')`;
    await db`delete from unread_proxies where seen_at < now() - interval '1 day'`;
  },
};
