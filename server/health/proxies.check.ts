import type { Db } from '../db/connection.ts';
import { listUnreadProxies } from '../http/unread-proxies.ts';
import { type Check, warn } from './check.ts';

/** Whether each trusted proxy says where its visitors come from. */
export const proxiesCheck = (db: Db): Check => ({
  part: 'proxies',
  run: async () =>
    (await listUnreadProxies(db)).map(({ proxy, wrote }) =>
      warn(
        `The proxy at ${proxy} says that a visitor comes from “${wrote}”, which is no address: all such visitors share one count of calls, and their wrong passwords are counted for the account alone.`,
        'Have it write the address of each visitor into X-Forwarded-For, or into Forwarded (docs/servers.md).',
      ),
    ),
});
