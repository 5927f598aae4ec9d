import type { PendingQuery, Row } from 'postgres';
import type { Db } from '../db/connection.ts';
import { ownedTables } from '../users/owned-tables.ts';
import { ownConversations, ownMessages } from './own-messages.ts';

/** Attempts at a sign-in that are under way: of the account for some minutes, and of use to nobody. */
const LEFT_OUT = ['sign_in_flows'];
/**
 * Where an account stands in what is another's: whom somebody blocks does not hear of it, and the address of a guest who
 * follows is that guest's alone.
 */
const OF_OTHERS = ['blocks.blocked_id', 'follows.musician_id'];
/** Where a column names another account that the owner chose, and finds by name on the account's own screens. */
const CHOSEN = ['follows.musician_id', 'blocks.blocked_id'];
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
 * product later is in the copy, too. Left out are bytes, what opens something, and columns that name other accounts, but
 * for those whom the account follows or blocks.
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
          and (a.attname = any(${owners}) or ${table} || '.' || a.attname = any(${CHOSEN}) or not exists (
            select 1 from pg_constraint c
            where c.conrelid = a.attrelid and c.contype = 'f' and c.confrelid = 'users'::regclass and a.attnum = any(c.conkey)))
        order by a.attnum`;
      return { table, owners, columns: rows.map(({ name }) => name) };
    }),
  );
}

/** A file of the copy: what it is called, and the rows in it. */
interface OwnPart {
  name: string;
  rows: () => PendingQuery<Row[]>;
}

/** All kinds of things that are an account's own. */
export const ownParts = async (db: Db, userId: string): Promise<OwnPart[]> => [
  ...(await ownTables(db)).map(({ table, owners, columns }) => {
    const isOwn = owners.map((owner) => db`${db(owner)} = ${userId}`).reduce((one, other) => db`${one} or ${other}`);
    return { name: table, rows: () => db<Row[]>`select ${db(columns)} from ${db(table)} where ${isOwn}` };
  }),
  { name: 'conversations', rows: () => ownConversations(db, userId) },
  { name: 'messages', rows: () => ownMessages(db, userId) },
];

/** Rows that are read at once. */
const BATCH = 500;

/** Rows as the text of a JSON list; little of it is held in memory at a time. */
export async function* jsonOf({ rows }: OwnPart): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const some of rows().cursor(BATCH))
    for (const row of some) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
