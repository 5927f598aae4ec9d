import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the embedded PostgreSQL of a data folder, wherever that is (embedded-home.ts). */
function databaseFolder(dataDir: string): string {
  const note = join(dataDir, 'postgres-is-at.txt');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
}

/** The lock file that a running server keeps there. */
export const lockFile = (dataDir: string): string => join(databaseFolder(dataDir), 'data/postmaster.pid');

/** The address of a product's own database while it runs, as its processes know it. */
export function databaseUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres-password.txt'), 'utf8').trim();
  // Its fourth line is the port (PostgreSQL, storage/file layout).
  const port = readFileSync(lockFile(dataDir), 'utf8').split('\n')[3]?.trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/scoville`;
}

/** Removes all that a stopped product has. Without waiting, for the last moment of a process. */
export function removeData(dataDir: string): void {
  for (const folder of [databaseFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true });
}
