import { type Pool, transaction } from '../../platform/db/connection.ts';
import { insertFavorites, lockCount, lockFree, newAmong } from './favorites.queries.ts';

/**
 * Adds media to an account's favorites; returns how many are new. Deleted or hidden media are skipped. Each media item
 * has a counter row that other transactions lock, too. Free rows are locked together; a locked row is only waited for
 * alone, while no other is held, so that transactions can't deadlock.
 */
export async function addAll(db: Pool, userId: string, ids: readonly string[]): Promise<number> {
  let added = 0;
  let left = await newAmong(db, userId, ids);
  while (left.length > 0) {
    const done = await transaction(db, async (tx) => {
      const free = await lockFree(tx, left);
      const [first = ''] = left;
      if (free.length === 0 && (await lockCount(tx, first)) !== null) free.push(first);
      added += await insertFavorites(tx, userId, free);
      // A media item that was deleted in the meantime counts as done.
      return new Set(free.length === 0 ? [first] : free);
    });
    left = left.filter((id) => !done.has(id));
  }
  return added;
}
