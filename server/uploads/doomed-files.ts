import type { Db } from '../db/connection.ts';
import type { Key } from '../storage/storage.ts';

/**
 * Says that nothing refers to these keys or prefixes. Said before a file is put into the store and taken back by
 * `keepFiles` in the transaction that refers to it, no crash can leave an orphan.
 */
export async function doomFiles(db: Db, prefixes: Key[]): Promise<void> {
  if (prefixes.length === 0) return;
  await db`
    insert into doomed_files (prefix) select unnest(${prefixes}::text[])
    on conflict (prefix) do update set doomed_at = excluded.doomed_at`;
}

export async function keepFiles(tx: Db, prefixes: Key[]): Promise<void> {
  await tx`delete from doomed_files where prefix = any(${prefixes}::text[])`;
}
