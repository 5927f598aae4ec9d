import type { Db } from '../db/connection.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldKeys } from './idempotency.queries.ts';

/**
 * Deletes old data about calls: rate limits whose window has ended, keys and answers older than a day, and
 * unread headers of proxies.
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
