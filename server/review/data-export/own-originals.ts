import type { Db } from '../../platform/db/connection.ts';
import type { Key } from '../../platform/storage/storage.ts';

/** A file in the form in which it was uploaded. */
export interface Original {
  id: string;
  key: Key;
  /** The uploaded file's name, without unsafe characters. */
  name: string;
  bytes: number;
}

/** An account's originals that are still stored. */
export const ownOriginals = (db: Db, userId: string): Promise<Original[]> =>
  db<Original[]>`
    select id, storage_key as key, filename as name, bytes from sources
    where user_id = ${userId} and original_removed_at is null order by id`;
