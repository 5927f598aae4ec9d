import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RunnerOption, runner } from 'node-pg-migrate';
import postgres from 'postgres';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The names of all migrations in order, as stored in the table `migrations`. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).map((file) => file.replace(/\.(sql|ts)$/, '')).toSorted();

/**
 * Migrates the schema to the newest version, under an advisory lock. A second process waits for the first, and then
 * finds nothing to do.
 * @param count the number of migrations to run; all by default
 */
export async function migrate(databaseUrl: string, count?: number): Promise<void> {
  let lost = false;
  const session = postgres(databaseUrl, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => void (lost = true),
    connection: { application_name: 'scoville-migrations', TimeZone: 'UTC' },
  });
  // The lock and the transaction of each migration belong to one connection, so a new connection must not continue
  // them.
  const query = async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    if (lost)
      throw Object.assign(new Error('The connection of the migrations was lost.'), { code: 'CONNECTION_CLOSED' });
    try {
      return { rows: [...(await session.unsafe(text, values as never[]))] };
    } catch (error) {
      // An error that isn't from the server means that the connection has ended, which may be reported a moment later.
      // A query in between, such as the unlock, would wait forever.
      if (!(error instanceof postgres.PostgresError)) lost = true;
      throw error;
    }
  };
  try {
    await runner({
      dbClient: { query } as unknown as Extract<RunnerOption, { dbClient: unknown }>['dbClient'],
      dir: folder,
      direction: 'up',
      ...(count !== undefined && { count }),
      migrationsTable: 'migrations',
      lockValue: 7_268_455,
      advisoryLockMode: 'wait',
      checkOrder: true,
      singleTransaction: false,
      log: () => {},
    });
  } finally {
    await session.end({ timeout: 1 });
  }
}
