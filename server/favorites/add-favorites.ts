import { type Pool, transaction } from '../db/connection.ts';
import { insertFavorites, lockCount, lockFree, newAmong } from './favorites.queries.ts';

/**
 * Makes many media favorites of an account; returns how many were none before. What is gone or hidden is passed over.
 * Each media's count is a row that others change, too: what is free is done at once, and only a single one is ever waited
 * for, with none held, so that nobody waits in a circle.
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
      // What is gone meanwhile is done, too.
      return new Set(free.length === 0 ? [first] : free);
    });
    left = left.filter((id) => !done.has(id));
  }
  return added;
}
