import type { Db } from '../db/connection.ts';
import { ownedTables } from '../users/owned-tables.ts';

/** Attempts at a sign-in that are under way: of the account for some minutes, and of use to nobody. */
const LEFT_OUT = ['sign_in_flows'];
/** Where an account stands in what others decided about it: whom somebody blocks does not hear of it. */
const OF_OTHERS = ['blocks.blocked_id'];
/** Columns that open something, by their names; bytes are left out anyway, and these are mostly hashes. */
const SECRET = '(^|_)(hash|secret|token|verifier|nonce)(_|$)';

/** A table with rows of an account, and those columns of it that its owner is given. */
interface OwnTable {
  table: string;
  owners: string[];
  columns: string[];
}

/**
 * The tables that hold rows of accounts: all that go with an account when it is deleted, so that what is added to the
 * product later is in the copy, too. Left out are bytes, what opens something, and columns that name other accounts.
 */
export async function ownTables(db: Db): Promise<OwnTable[]> {
  const owned = await ownedTables(db);
  const tables = new Map<string, string[]>([['users', ['id']]]);
  for (const { table, column } of owned)
    if (!LEFT_OUT.includes(table) && !OF_OTHERS.includes(`${table}.${column}`))
      tables.set(table, [...(tables.get(table) ?? []), column]);
  return Promise.all(
    [...tables].map(async ([table, owners]) => {
      const rows = await db<{ name: string }[]>`
        select a.attname as name from pg_attribute a
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
          and a.atttypid not in ('bytea'::regtype, 'tsvector'::regtype) and a.attname !~ ${SECRET}
          and (a.attname = any(${owners}) or not exists (
            select 1 from pg_constraint c
            where c.conrelid = a.attrelid and c.contype = 'f' and c.confrelid = 'users'::regclass and a.attnum = any(c.conkey)))
        order by a.attnum`;
      return { table, owners, columns: rows.map(({ name }) => name) };
    }),
  );
}

/** Rows that are read at once. */
const BATCH = 500;

/** The rows of an account in one table, as the text of a JSON list; little of it is held in memory at a time. */
export async function* ownRows(
  db: Db,
  userId: string,
  { table, owners, columns }: OwnTable,
): AsyncGenerator<string, void> {
  const isOwn = owners.map((owner) => db`${db(owner)} = ${userId}`).reduce((one, other) => db`${one} or ${other}`);
  let before = '[\n';
  for await (const rows of db`select ${db(columns)} from ${db(table)} where ${isOwn}`.cursor(BATCH))
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
