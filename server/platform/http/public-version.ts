import type { Db } from '../db/connection.ts';

/**
 * Returns a function that reads the public version: the number of changes of public data so far, by which caches find
 * out whether a response is outdated. The number includes every transaction that any process committed before the
 * function is called. Concurrent calls of the function share their queries.
 */
export function createPublicVersion(db: Db): () => Promise<string> {
  const fetchVersion = async (): Promise<string> => {
    const [row] = await db<{ n: string }[]>`select n::text from public_version`;
    if (row === undefined) throw new Error('The number of the public version is gone.');
    return row.n;
  };
  let running: Promise<string> | null = null;
  let waiting: Promise<string> | null = null;
  const start = (): Promise<string> => {
    const pending = fetchVersion().finally(() => {
      if (running === pending) running = null;
    });
    running = pending;
    return pending;
  };
  const startAfter = async (asked: Promise<string>): Promise<string> => {
    await asked.catch(() => {});
    waiting = null;
    return start();
  };
  return () => {
    if (running === null) return start();
    // The running query may have started before a change that this caller must see, so another query follows it.
    waiting ??= startAfter(running);
    return waiting;
  };
}
