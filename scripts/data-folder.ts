import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

/** The folder of the embedded PostgreSQL of a data folder, which may be elsewhere (embedded-home.ts). */
function databaseFolder(dataDir: string): string {
  const note = join(dataDir, 'postgres-is-at.txt');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
}

/** Whether the database of a data folder is stored outside of the data folder. */
export const isOutside = (dataDir: string): boolean => databaseFolder(dataDir) !== join(dataDir, 'postgres');

/** Whether a data folder has a database of its own, running or not. */
export const hasDatabase = (dataDir: string): boolean => existsSync(join(databaseFolder(dataDir), 'data'));

/** The lock file of a data folder's running database server. A power cut or a kill -9 leaves the file behind. */
export const lockFile = (dataDir: string): string => join(databaseFolder(dataDir), 'data/postmaster.pid');

/** The address of a product's own running database, as its processes use it. */
export function databaseUrl(dataDir: string): string {
  const port = portOf(dataDir);
  if (port === null) throw new Error(`The database of ${dataDir} does not run.`);
  return addressOf(dataDir, port);
}

/** The address of a product's own database; null if no server listens at the address, even if a lock file exists. */
export async function runningDatabase(dataDir: string): Promise<string | null> {
  const port = portOf(dataDir);
  return port !== null && (await answers(port)) ? addressOf(dataDir, port) : null;
}

function addressOf(dataDir: string, port: number): string {
  const password = readFileSync(join(dataDir, 'postgres-password.txt'), 'utf8').trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/scoville`;
}

/**
 * The port from the fourth line of the lock file (PostgreSQL, storage/file layout); null without a lock file, and in
 * the first moments of a start.
 */
function portOf(dataDir: string): number | null {
  try {
    return Number(readFileSync(lockFile(dataDir), 'utf8').split('\n')[3]) || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(false) : reject(error),
    );
  });

/** Removes all data of a stopped product. Synchronous, so that it works in the last moment of a process. */
export function removeData(dataDir: string): void {
  for (const folder of [databaseFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true });
}
