import type { Db } from '../../platform/db/connection.ts';

/** A typed name in the forms that queries need. Queries that use it call the table `account_names` n. */
export interface Named {
  /** Compared with whole names. */
  plain: string;
  /** Its words as a text search query. */
  query: string;
  /**
   * True if more accounts have this name than are gathered and sorted. Queries then walk through their own candidates.
   */
  isCommon: boolean;
}

/** Further words are ignored. */
const MAX_WORDS = 12;
/** Accounts that are gathered and sorted for one page. */
const MAX_GATHERED = 2000;

/**
 * Reads accounts by their names: those whose names contain all words of `q`, or words that begin with these, without
 * accents. If there are none, a word may differ by one letter.
 * @param orEmail also reads accounts whose address begins with `q`
 */
export async function readByName<T extends { total: number }>(
  db: Db,
  q: string,
  read: (named: Named) => Promise<T>,
  { orEmail = false } = {},
): Promise<T> {
  const [parsedName] = await db<[Named]>`
    select search_plain(${q}) as plain, query, names_are_many(query, ${MAX_GATHERED}) as "isCommon"
    from names_query(${q}, ${MAX_WORDS}, false) words, concat(words, ${orEmail ? ` | ${emailTerm(q)}` : ''}::text) query`;
  const found = await read(parsedName);
  if (found.total > 0) return found;
  const [similar] = await db<[Named | { query: null }]>`
    select search_plain(${q}) as plain, query, names_are_many(query, ${MAX_GATHERED}) as "isCommon"
    from names_query(${q}, ${MAX_WORDS}, true) query`;
  return similar.query === null ? found : read(similar);
}

/** A prefix of an address, as a part of a text search query. */
const emailTerm = (q: string): string => `'_e${q.trim().toLowerCase().replaceAll(/['\\]/g, '$&$&')}':*`;

/** Selects accounts with this name by the index of words. */
export const matchesName = (db: Db, { query }: Named) => db`n.words @@ ${query}::text::tsquery`;

/** Selects accounts with this name among those that another condition finds. */
export const alsoMatchesName = (db: Db, named: Named) => db`((${matchesName(db, named)}) is true)`;

/** Whether a whole name or username of more accounts than are gathered and sorted begins with this text. */
export async function isCommonPrefix(db: Db, plain: string, username: string): Promise<boolean> {
  const [row] = await db<[{ many: boolean }]>`
    select beginnings_are_many(${plain}, ${username}, ${MAX_GATHERED}) as many`;
  return row.many;
}

/** Words of names that no account seems to have any more. */
export async function findGoneNameWords(db: Db): Promise<string[]> {
  const rows = await db<{ word: string }[]>`
    with held as materialized (select word from ts_stat('select words from account_names'))
    select w.word from account_words w where not exists (select 1 from held where held.word = w.word)`;
  return rows.map(({ word }) => word);
}

/**
 * Deletes those of the given words that no account has. Waits for running transactions that add words, and blocks new
 * ones.
 */
export async function deleteUnusedNameWords(db: Db, gone: readonly string[]): Promise<void> {
  await db`select forget_account_words(${[...gone]}::text[])`;
}
