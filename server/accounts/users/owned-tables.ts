import type { Db } from '../../platform/db/connection.ts';

/**
 * All tables with rows that the database deletes together with their account (`on delete cascade`), and the column that
 * refers to the account.
 */
export const ownedTables = (db: Db): Promise<{ table: string; column: string }[]> =>
  db<{ table: string; column: string }[]>`
    select t.relname as table, a.attname as column
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'
    -- Media first: with them go their sources, uploads and reviews.
    order by t.relname <> 'media', t.relname, a.attname`;
