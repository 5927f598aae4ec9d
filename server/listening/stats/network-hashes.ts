import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';
import { dayOf } from './count-events.ts';

/**
 * Creates a function that identifies a network for one day by a hash, so that a household's visitors can be counted
 * together without storing their address. Each day has its own salt, which is deleted after two days.
 */
export function createNetworkHasher(db: Db): (network: string, at: Date) => Promise<string> {
  let salt: { day: string; text: string } | null = null;
  return async (network, at) => {
    const day = dayOf(at);
    if (salt?.day !== day) salt = { day, text: await saltOf(db, day) };
    return createHmac('sha256', salt.text).update(network).digest().subarray(0, 15).toString('base64url');
  };
}

async function saltOf(db: Db, day: string): Promise<string> {
  await db`insert into daily_salts (day, salt) values (${day}, ${randomBytes(32).toString('base64url')}) on conflict do nothing`;
  const [row] = await db<{ salt: string }[]>`select salt from daily_salts where day = ${day}`;
  if (row === undefined) throw new Error(`The salt of ${day} could not be made.`);
  return row.salt;
}
