import type { Db } from '../db/connection.ts';

/**
 * How often something that visitors are shown has changed, as of the call or later: a transaction that was committed
 * before is counted, whichever process did it. Calls at the same time share their questions to the database.
 */
export function createPublicVersion(db: Db): () => Promise<string> {
  const ask = async (): Promise<string> => {
    const [row] = await db<{ n: string }[]>`select n::text from public_version`;
    if (row === undefined) throw new Error('The number of the public version is gone.');
    return row.n;
  };
  let running: Promise<string> | null = null;
  let waiting: Promise<string> | null = null;
  const start = (): Promise<string> => {
    const asked = ask().finally(() => {
      if (running === asked) running = null;
    });
    running = asked;
    return asked;
  };
  const startAfter = async (asked: Promise<string>): Promise<string> => {
    await asked.catch(() => {});
    waiting = null;
    return start();
  };
  return () => {
    if (running === null) return start();
    // A question that is under way may have been answered before the change that the caller knows of.
    waiting ??= startAfter(running);
    return waiting;
  };
}
