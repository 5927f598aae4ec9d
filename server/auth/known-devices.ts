import { createHash } from 'node:crypto';
import type { Db } from '../db/connection.ts';

/** Days for which a browser is known after its last sign-in: as long as it keeps its name. */
const DAYS = 365;

/**
 * Notes from which browser an account is signed in to.
 * @param visitor the browser's name
 * @returns whether it is a new one, for an account that had others
 */
export async function noteDevice(tx: Db, userId: string, visitor: string): Promise<boolean> {
  const hash = createHash('sha256').update(visitor).digest();
  const [row] = await tx<{ isNew: boolean; hasOthers: boolean }[]>`
    insert into known_devices (user_id, visitor_hash) values (${userId}, ${hash})
    on conflict (user_id, visitor_hash) do update set last_seen_at = now()
    returning xmax = 0 as "isNew",
      exists (select 1 from known_devices d where d.user_id = ${userId} and d.visitor_hash <> ${hash}) as "hasOthers"`;
  return row !== undefined && row.isNew && row.hasOthers;
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
