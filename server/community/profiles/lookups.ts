import type { Db } from '../../platform/db/connection.ts';
import { startsWithPattern } from '../../platform/db/like.ts';

/** Maximum number of suggestions for a field. */
const MOST_SUGGESTIONS = 20;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The names of a list whose words begin with all the words of a query, in the list's order. Pure. */
export function matchNames(known: readonly string[], query: string): string[] {
  const typedWords = wordsOf(query);
  return known.filter((name) => {
    const words = wordsOf(name);
    return typedWords.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** First the known names, then the names that users entered, without duplicates regardless of case. Pure. */
export function mergeNames(known: readonly string[], entered: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of [...known, ...entered]) if (!byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name);
  return [...byKey.values()].slice(0, MOST_SUGGESTIONS);
}

/** Names that users entered in a column of their lists and that begin with `query`. Reads a limited number of rows. */
export async function enteredNames(
  db: Db,
  [table, column]: readonly ['professions', 'title'] | readonly ['schools', 'name'],
  query: string,
): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select min(name) as name from (
      select ${db(column)} as name from ${db(table)} where lower(${db(column)}) like ${startsWithPattern(query.toLowerCase())}
      order by lower(${db(column)}) using ~<~ limit 500) found
    group by lower(name) order by lower(name) limit ${MOST_SUGGESTIONS}`;
  return rows.map(({ name }) => name);
}
