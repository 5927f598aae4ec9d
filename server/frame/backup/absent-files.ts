import type { Tx } from '../../platform/db/connection.ts';
import { type Manifest, filePath, fileExists } from './manifest.ts';

/** Rows read at a time. */
const AT_ONCE = 1000;

/**
 * Updates restored rows whose file isn't in the backup: failed uploads become impossible to retry, and copies of
 * accounts' data expire. Files of both kinds are deleted without waiting a day, so they may have been deleted between
 * the snapshot of the rows and the copy of the files. Reports the number of such rows.
 */
export async function markAbsentFiles(
  tx: Tx,
  from: string,
  { tables }: Manifest,
  say: (line: string) => void,
): Promise<void> {
  // Older backups may not have these tables or columns.
  const has = (name: string, column: string) =>
    tables.some((table) => table.schema === 'public' && table.name === name && table.columns.includes(column));
  if (has('sources', 'original_removed_at')) {
    const count = await eachAbsent(
      from,
      (last) => tx<Named[]>`
        select id, storage_key as key from sources
        where status = 'failed' and original_removed_at is null and id > ${last} order by id limit ${AT_ONCE}`,
      (ids) => tx`update sources set original_removed_at = now() where id = any(${ids}::uuid[])`,
    );
    if (count > 0) say(`Not in the backup, and so not to be tried again: the files of failed uploads (${count}).`);
  }
  if (has('data_exports', 'storage_key')) {
    const count = await eachAbsent(
      from,
      (last) => tx<Named[]>`
        select id, storage_key as key from data_exports
        where state = 'ready' and expires_at > now() and id > ${last} order by id limit ${AT_ONCE}`,
      (ids) => tx`update data_exports set expires_at = now() where id = any(${ids}::uuid[])`,
    );
    if (count > 0) say(`Not in the backup, and so to be asked for again: copies of accounts’ data (${count}).`);
  }
}

interface Named {
  id: string;
  key: string;
}

/** Changes the rows whose file isn't in the backup; returns their number. */
async function eachAbsent(
  from: string,
  read: (last: string) => Promise<Named[]>,
  change: (ids: string[]) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await read(last);
    const ids: string[] = [];
    for (const { id, key } of rows) if (!(await fileExists(filePath(from, key)))) ids.push(id);
    if (ids.length > 0) await change(ids);
    count += ids.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < AT_ONCE) return count;
  }
}
