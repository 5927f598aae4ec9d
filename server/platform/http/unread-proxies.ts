import type { FastifyInstance } from 'fastify';
import { cleanLine } from '@scoville/contract/platform/lib/clean-text.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/connection.ts';
import { UNKNOWN, callerOf } from './caller.ts';

/** Milliseconds between two notes about the same proxy. */
const PAUSE = 60_000;
/** Most characters kept of a proxy's header, and most proxies that a process remembers. */
const [KEPT, MOST] = [80, 100];

/** Records trusted proxies that don't name the address of a visitor, for the health check. */
export function recordUnreadProxies(http: FastifyInstance, db: Db): void {
  const noted = new LRUCache<string, number>({ max: MOST });
  http.addHook('onRequest', async (request) => {
    if (callerOf(request) !== UNKNOWN) return;
    const proxy = request.socket.remoteAddress ?? UNKNOWN;
    const now = Date.now();
    if (now - (noted.get(proxy) ?? -Infinity) < PAUSE) return;
    noted.set(proxy, now);
    const wrote = cleanLine(request.ip.slice(0, KEPT));
    request.log.warn({ proxy, wrote }, 'a trusted proxy does not say where a visitor comes from');
    await db`
      insert into unread_proxies (proxy, wrote) values (${proxy}, ${wrote})
      on conflict (proxy) do update set wrote = excluded.wrote, seen_at = now()`;
  });
}

/** Lists the proxies recorded in the last day, the latest first. */
export const listUnreadProxies = (db: Db): Promise<{ proxy: string; wrote: string }[]> =>
  db<{ proxy: string; wrote: string }[]>`
    select proxy, wrote from unread_proxies where seen_at > now() - interval '1 day' order by seen_at desc limit 5`;
