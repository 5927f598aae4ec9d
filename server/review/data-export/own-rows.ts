import type { PendingQuery, Row } from 'postgres';
import type { Db } from '../../platform/db/connection.ts';
import { ownedTables } from '../../accounts/users/owned-tables.ts';
import { ownConversations, ownMessages } from './own-messages.ts';

/** Sign-in attempts in progress, which last for minutes and are useless in a copy of an account's data. */
const LEFT_OUT = ['sign_in_flows'];
/**
 * Columns that name the account in rows that belong to others: blocked accounts don't learn about the block, musicians
 * don't learn about a reviewer's conflict of interest, and a guest follower's address is private.
 */
const OF_OTHERS = ['blocks.blocked_id', 'follows.musician_id', 'reviewer_conflicts.musician_id'];
/** Columns that name another account that the owner chose. The owner sees the names on the account's own screens. */
const CHOSEN = ['follows.musician_id', 'blocks.blocked_id', 'reviewer_conflicts.musician_id'];
/** Names of columns with secrets. Bytes are left out anyway, and secrets are mostly stored as hashed bytes. */
const SECRET = '(^|_)(hash|secret|token|verifier|nonce)(_|$)';

/** A table with rows of an account, and the columns that are in the copy of the account's data. */
interface OwnTable {
  table: string;
  owners: string[];
  columns: string[];
}

/**
 * The tables with rows of accounts: all that are deleted with an account, so that tables of later versions are in the
 * copy of an account's data, too. Left out are bytes, secrets, and columns that name other accounts, except for
 * accounts that the owner follows, blocks, or declared as a conflict of interest.
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

/** A file in the copy of an account's data: its name, and the rows in it. */
interface OwnPart {
  name: string;
  rows: () => PendingQuery<Row[]>;
}

/** All files with data that belongs to an account. */
export const ownParts = async (db: Db, userId: string): Promise<OwnPart[]> => [
  ...(await ownTables(db)).map(({ table, owners, columns }) => {
    const isOwn = owners.map((owner) => db`${db(owner)} = ${userId}`).reduce((one, other) => db`${one} or ${other}`);
    return { name: table, rows: () => db<Row[]>`select ${db(columns)} from ${db(table)} where ${isOwn}` };
  }),
  { name: 'conversations', rows: () => ownConversations(db, userId) },
  { name: 'messages', rows: () => ownMessages(db, userId) },
];

/** Rows that are read at a time. */
const BATCH = 500;

/** Rows as the text of a JSON list, streamed so that only one batch is in memory. */
export async function* streamJson({ rows }: OwnPart): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const some of rows().cursor(BATCH))
    for (const row of some) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
