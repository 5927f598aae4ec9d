import type { Db } from '../db/connection.ts';
import type { Key } from './storage.ts';

/** Seconds between the moment when no row names a file any more and its removal. */
const QUARANTINE = 24 * 3600;

/**
 * Marks keys or prefixes that no row refers to: the sweep removes them once the quarantine (seconds) is over. Call this
 * before a file is put into the store, and `unmarkForDeletion` in the transaction that refers to the file, so that no
 * crash leaves an orphan.
 */
export async function markForDeletion(db: Db, prefixes: Key[], quarantine = QUARANTINE): Promise<void> {
  if (prefixes.length === 0) return;
  await db`
    insert into pending_deletions (prefix, due_at)
    select prefix, now() + make_interval(secs => ${quarantine}) from unnest(${prefixes}::text[]) prefix
    on conflict (prefix) do update set due_at = excluded.due_at`;
}

/** Removes the mark, because a row refers to these keys or prefixes now. */
export async function unmarkForDeletion(tx: Db, prefixes: Key[]): Promise<void> {
  await tx`delete from pending_deletions where prefix = any(${prefixes}::text[])`;
}
