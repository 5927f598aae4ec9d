import type { Db } from '../../platform/db/connection.ts';
import { listUnreadProxies } from '../../platform/http/unread-proxies.ts';
import { type Check, warn } from './check.ts';

/** Finds trusted proxies that don't send their visitors' addresses. */
export const proxiesCheck = (db: Db): Check => ({
  part: 'proxies',
  run: async () =>
    (await listUnreadProxies(db)).map(({ proxy, wrote }) =>
      warn(
        `The proxy at ${proxy} names “${wrote}” as the address of a visitor. That isn't an address, so all such visitors share one limit of calls, and their wrong passwords are limited per account only.`,
        'Configure the proxy to write the visitor’s address to X-Forwarded-For, or to Forwarded and to remove X-Forwarded-For (docs/servers.md).',
      ),
    ),
});
