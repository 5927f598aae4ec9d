import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

/** Days for which a browser is known after its last sign-in. The cookie with the browser's id lasts as long. */
const DAYS = 365;

/** Browsers that are remembered for each account; the most recently used ones are kept. */
const MOST = 100;
/** New browsers per day that the account's owner is notified about. */
const TOLD_A_DAY = 5;

/**
 * Records that an account was signed in to from a browser.
 * @param visitor the browser's anonymous id
 * @returns whether to notify the owner: the browser is new, the account had others, and today's limit isn't reached
 */
export async function recordDevice(tx: Db, userId: string, visitor: string): Promise<boolean> {
  const hash = createHash('sha256').update(visitor).digest();
  const [row] = await tx<{ isNew: boolean; hasOthers: boolean }[]>`
    insert into known_devices (user_id, visitor_hash) values (${userId}, ${hash})
    on conflict (user_id, visitor_hash) do update set last_seen_at = now()
    returning xmax = 0 as "isNew",
      exists (select 1 from known_devices d where d.user_id = ${userId} and d.visitor_hash <> ${hash}) as "hasOthers"`;
  if (row === undefined || !row.isNew || !row.hasOthers) return false;
  await tx`
    delete from known_devices where user_id = ${userId} and (told_at is null or told_at < now() - interval '1 day')
      and visitor_hash in (
      select visitor_hash from known_devices where user_id = ${userId}
      order by visitor_hash = ${hash} desc, last_seen_at desc offset ${MOST})`;
  const marked = await tx`
    update known_devices set told_at = now() where user_id = ${userId} and visitor_hash = ${hash}
      and (select count(*) from known_devices where user_id = ${userId} and told_at > now() - interval '1 day')
        < ${TOLD_A_DAY}
    returning 1`;
  return marked.length > 0;
}

/**
 * Forgets browsers without a sign-in for a year. Every account keeps its latest browser, so that the next sign-in after
 * a long absence isn't treated as the account's first one, and its owner is notified.
 */
export async function deleteOldDevices(db: Db): Promise<void> {
  await db`
    delete from known_devices d where last_seen_at < now() - make_interval(days => ${DAYS})
      and exists (select 1 from known_devices later where later.user_id = d.user_id
        and (later.last_seen_at, later.visitor_hash) > (d.last_seen_at, d.visitor_hash))`;
}
