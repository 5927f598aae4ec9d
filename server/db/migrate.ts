import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Brings the schema to the newest version, under an advisory lock: whoever comes second waits and finds it done. */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: folder,
    direction: 'up',
    migrationsTable: 'migrations',
    lockValue: 7_268_455,
    advisoryLockMode: 'wait',
    checkOrder: true,
    singleTransaction: false,
    log: () => {},
  });
}
