import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';

/** Days for which a browser is known after its last sign-in: as long as it keeps its name. */
const DAYS = 365;

/** Browsers that an account knows at a time: those that were there last. */
const MOST = 100;
/** New browsers that its owner is told of in a day. */
const TOLD_A_DAY = 5;

/**
 * Notes from which browser an account is signed in to.
 * @param visitor the browser's name
 * @returns whether its owner is to be told: it is a new one, for an account that had others, and not one of too many in a day
 */
export async function noteDevice(tx: Db, userId: string, visitor: string): Promise<boolean> {
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
  const told = await tx`
    update known_devices set told_at = now() where user_id = ${userId} and visitor_hash = ${hash}
      and (select count(*) from known_devices where user_id = ${userId} and told_at > now() - interval '1 day')
        < ${TOLD_A_DAY}
    returning 1`;
  return told.length > 0;
}

/**
 * Forgets the browsers that nobody signed in from for a year. An account keeps its latest: who comes after a longer absence
 * is not its first browser, and its owner is told of them.
 */
export async function forgetDevices(db: Db): Promise<void> {
  await db`
    delete from known_devices d where last_seen_at < now() - make_interval(days => ${DAYS})
      and exists (select 1 from known_devices later where later.user_id = d.user_id
        and (later.last_seen_at, later.visitor_hash) > (d.last_seen_at, d.visitor_hash))`;
}
