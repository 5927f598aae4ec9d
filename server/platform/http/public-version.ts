import type { Db } from '../db/connection.ts';

/**
 * Returns the number of changes of public data, as of the call or later. It includes every transaction that was
 * committed before the call, by any process. Concurrent calls share their queries.
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
