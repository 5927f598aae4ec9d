import type { Db } from '../db/connection.ts';
import type { Key } from '../storage/storage.ts';

/** A file that somebody uploaded, as it was. */
export interface Original {
  id: string;
  key: Key;
  /** As it was called, without what is unsafe in a name. */
  name: string;
  bytes: number;
}

/** The originals of an account that are kept. */
export const ownOriginals = (db: Db, userId: string): Promise<Original[]> =>
  db<Original[]>`
    select id, storage_key as key, filename as name, bytes from sources
    where user_id = ${userId} and original_removed_at is null order by id`;
