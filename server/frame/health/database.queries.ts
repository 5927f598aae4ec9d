import type { Db } from '../../platform/db/connection.ts';

/** The current time of the database. */
export async function findClock(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`;
  return row!.now;
}

/** The server's version (`18.4`) and the database's size in bytes. */
export async function findDatabase(db: Db): Promise<{ version: string; size: number }> {
  const [row] = await db<{ version: string; size: number }[]>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size`;
  return row!;
}

/** The extensions among these that the server has, and whether each is installed in this database. */
export const findExtensions = (db: Db, names: readonly string[]): Promise<{ name: string; installed: boolean }[]> =>
  db<{ name: string; installed: boolean }[]>`
    select name, installed_version is not null as installed from pg_available_extensions
    where name = any(${names as string[]})`;

/** The names of the migrations that ran; empty without a schema. */
export async function findMigrations(db: Db): Promise<string[]> {
  const [table] = await db<{ there: boolean }[]>`select to_regclass('migrations') is not null as there`;
  if (table?.there !== true) return [];
  return (await db<{ name: string }[]>`select name from migrations order by id`).map(({ name }) => name);
}

/** The number of connections to the server, and the maximum. */
export async function findConnections(db: Db): Promise<{ used: number; most: number }> {
  const [row] = await db<{ used: number; most: number }[]>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most`;
  return row!;
}
