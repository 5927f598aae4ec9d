import type { Db } from '../db/connection.ts';
import type { Key } from './storage.ts';

/** Seconds that a file waits between the last row that named it and its removal. */
const QUARANTINE = 24 * 3600;

/**
 * Says that nothing refers to these keys or prefixes: the sweep removes them when the quarantine (seconds) is over.
 * Said before a file is put into the store and taken back by `unmarkForDeletion` in the transaction that refers to it,
 * no crash can leave an orphan.
 */
export async function markForDeletion(db: Db, prefixes: Key[], quarantine = QUARANTINE): Promise<void> {
  if (prefixes.length === 0) return;
  await db`
    insert into pending_deletions (prefix, due_at)
    select prefix, now() + make_interval(secs => ${quarantine}) from unnest(${prefixes}::text[]) prefix
    on conflict (prefix) do update set due_at = excluded.due_at`;
}

/** Takes the word back: something refers to them. */
export async function unmarkForDeletion(tx: Db, prefixes: Key[]): Promise<void> {
  await tx`delete from pending_deletions where prefix = any(${prefixes}::text[])`;
}
