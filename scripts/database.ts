import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** An embedded PostgreSQL of a run of tests or measurements. */
export interface OwnDatabase {
  url: string;
  /** Where `data` lies with its files. */
  folder: string;
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, beside a process that ends it when we are gone: what is killed with SIGKILL cannot.
 * @param durable false is faster, and a crash of the machine may lose everything
 */
export async function startDatabase(dataDir: string, { durable = false } = {}): Promise<OwnDatabase> {
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'database-process.ts'), dataDir, ...(durable ? ['durable'] : [])],
    // A session of its own: the terminal's Ctrl-C must not end it before those who still write.
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true },
  );
  const exit = once(child, 'exit');
  const failed = exit.then(() => Promise.reject(new Error('The database did not start.')));
  const [{ url, folder }] = (await Promise.race([once(child, 'message'), failed])) as [Omit<OwnDatabase, 'stop'>];
  // It keeps nobody from ending.
  child.unref();
  child.channel?.unref();
  return {
    url,
    folder,
    async stop() {
      // Whoever waits for its end must not end before it.
      child.ref();
      child.disconnect();
      await exit;
    },
  };
}
