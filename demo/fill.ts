import { type Pool, connect } from '../server/platform/db/connection.ts';
import { addressOf } from './api.ts';
import type { Account, Part, Place } from './part.ts';
import { demoPassword, enter, refuseStrangers, signInAsAdmin } from './sign-in.ts';

/** The settings of the installation that the demonstration needs. */
export interface Installation {
  /** The product's address. */
  base: string;
  DATA_DIR: string;
  ADMIN_EMAIL: string | null;
  ADMIN_PASSWORD: string | null;
  FFMPEG_PATH: string;
  /** Returns the database URL; called only before the first write to the database. */
  databaseUrl: () => string;
}

/**
 * Fills a running product, part by part. Every part first checks which data exists, so a run after an interrupted one
 * continues where that one stopped, and a run on a filled installation changes nothing. Throws DemoRefusal if the
 * installation has accounts of other people.
 * @returns whether anything was made
 */
export async function fill(
  { base, databaseUrl, ...env }: Installation,
  parts: readonly Part[],
  what: Pick<Place, 'people' | 'entries' | 'crowd' | 'say'>,
): Promise<boolean> {
  const admin = await signInAsAdmin(base, env);
  await refuseStrangers(admin);
  const password = await demoPassword(env.DATA_DIR);
  const accounts = new Map<string, Promise<Account>>();
  let pool: Pool | undefined;
  const place: Place = {
    ...what,
    base,
    admin,
    ffmpeg: env.FFMPEG_PATH,
    account(person) {
      const known = accounts.get(person.username);
      if (known) return known;
      const at = { base, address: addressOf(1 + accounts.size) };
      const account = enter(admin, at, person, password);
      accounts.set(person.username, account);
      return account;
    },
    database: () => (pool ??= connect(databaseUrl(), { max: 1, name: 'scoville-demo' })),
  };
  let changed = false;
  try {
    for (const { name, fill: fillPart } of parts) {
      const made = await fillPart(place);
      if (made === null) continue;
      changed = true;
      what.say(`${name}: ${made}.`);
    }
  } finally {
    await pool?.end();
  }
  return changed;
}
