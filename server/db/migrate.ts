import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RunnerOption, runner } from 'node-pg-migrate';
import postgres from 'postgres';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The names of all migrations, in their order, as the table `migrations` has them. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).map((file) => file.replace(/\.(sql|ts)$/, '')).toSorted();

/**
 * Brings the schema to the newest version, under an advisory lock: whoever comes second waits and finds it done.
 * @param count runs so many of the first migrations, and no more
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
  // The lock and each migration's transaction belong to one connection: another one must not go on with them.
  const query = async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    if (lost)
      throw Object.assign(new Error('The connection of the migrations was lost.'), { code: 'CONNECTION_CLOSED' });
    try {
      return { rows: [...(await session.unsafe(text, values as never[]))] };
    } catch (error) {
      // What no server said is the connection's end, which may be reported a moment later: a query in between (the lock is
      // given back) would wait for ever.
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
