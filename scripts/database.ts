import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** An embedded PostgreSQL of a run of tests or measurements. */
export interface OwnDatabase {
  url: string;
  /** The folder that contains `data` with its files. */
  folder: string;
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, in a process that ends it when this one is gone, because a process killed with SIGKILL
 * can't do that itself.
 * @param durable false is faster, and a crash of the machine may lose everything
 */
export async function startDatabase(dataDir: string, { durable = false } = {}): Promise<OwnDatabase> {
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'database-process.ts'), dataDir, ...(durable ? ['durable'] : [])],
    // In its own session, so that the terminal's Ctrl-C doesn't end it before the processes that still write.
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true },
  );
  const exit = once(child, 'exit');
  const failed = exit.then(() => Promise.reject(new Error('The database did not start.')));
  const [{ url, folder }] = (await Promise.race([once(child, 'message'), failed])) as [Omit<OwnDatabase, 'stop'>];
  // The database doesn't keep this process from ending.
  child.unref();
  child.channel?.unref();
  return {
    url,
    folder,
    async stop() {
      // This process must not end while it waits for the database.
      child.ref();
      child.disconnect();
      await exit;
    },
  };
}
