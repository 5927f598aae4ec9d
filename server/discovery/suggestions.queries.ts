import type { Db } from '../db/connection.ts';

/** A name that begins like what is typed. */
export interface SuggestedName {
  kind: 'musician' | 'tag' | 'genre' | 'mood';
  ref: string;
  label: string;
}

/** Beginnings up to here have an index by popularity of their own. */
const SHORT = 3;
/** A name may be found by several of its words. */
const READ = 12;
/** Stands behind whatever a word may go on with. */
const LAST = '\u{10ffff}';

/** Names with a word that begins so, the best known of each kind first: at most `most` of each. */
export async function suggestedNames(db: Db, key: string, most: number): Promise<SuggestedName[]> {
  const letters = [...key].length;
  const begins =
    letters <= SHORT
      ? db`left(s.key, ${db.unsafe(String(letters))}) = ${key}`
      : db`s.key ~>=~ ${key} and s.key ~<~ ${key + LAST}`;
  const rows = await db<SuggestedName[]>`
    select found.kind, found.ref, found.label
    from unnest('{musician,genre,mood,tag}'::text[]) with ordinality as kinds(kind, place)
    cross join lateral (
      select s.kind, s.ref, s.label, s.popularity from suggestions s
      where s.kind = kinds.kind and ${begins} order by s.popularity desc limit ${db.unsafe(String(READ))}) found
    order by kinds.place, found.popularity desc, found.label, found.ref`;
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return rows.filter(({ kind, ref }) => {
    const before = counts.get(kind) ?? 0;
    if (before >= most || seen.has(`${kind} ${ref}`)) return false;
    seen.add(`${kind} ${ref}`);
    counts.set(kind, before + 1);
    return true;
  });
}

/** Brings names up to date with what is public. */
export async function refreshSuggestions(db: Db): Promise<void> {
  await db`select suggestions_refresh()`;
}
