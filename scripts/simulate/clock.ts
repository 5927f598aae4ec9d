import type { Sql } from 'postgres';
import { connect } from '../../server/platform/db/connection.ts';

/** The time of a simulation. */
export interface Clock {
  now: () => Date;
  set: (now: Date) => Promise<void>;
}

/**
 * Gives an empty database its own time: every `now()` in it, also that of column defaults and triggers, reads a row that
 * the simulation sets. PostgreSQL looks in pg_catalog first unless the search path has it in another place. Call this
 * before the migrations, which create tables in the first schema of the path.
 */
export async function giveClock(url: string, start: Date): Promise<void> {
  const db = connect(url, { max: 1 });
  const name = new URL(url).pathname.slice(1);
  await db.unsafe(`
    create schema simulated;
    create unlogged table simulated.clock (now timestamptz not null) with (fillfactor = 10);
    insert into simulated.clock values ('${start.toISOString()}');
    create function simulated.now() returns timestamptz language sql stable parallel safe
      as 'select c.now from simulated.clock c';
    alter database "${name}" set search_path = public, simulated, pg_catalog;
    alter database "${name}" set synchronous_commit = off;
    alter database "${name}" set jit = off;
    alter database "${name}" set plan_cache_mode = force_generic_plan;`);
  await db.end();
}

/** The time of a database with a clock of its own. */
export function openClock(db: Sql, start: Date): Clock {
  let current = start;
  return {
    now: () => current,
    set: async (now) => {
      current = now;
      await db`update simulated.clock set now = ${now}`;
    },
  };
}

/**
 * Leaves out what the database does for listeners when a song changes: search, suggestions, counts and caches. A
 * simulation has no listeners, and this work would take half of its time.
 */
export async function leaveOutListeners(db: Sql): Promise<void> {
  const triggers = await db<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgrelid in ('media'::regclass, 'reviews'::regclass) and not tgisinternal
      and tgname ~ '^(search|public|suggested|first_listens|rated|playlists|genre)_'`;
  for (const { table, name } of triggers) await db`alter table ${db(table)} disable trigger ${db(name)}`;
}
