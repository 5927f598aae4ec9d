import type { Db } from '../../platform/db/connection.ts';
import { MAX_WORDS } from './search.queries.ts';

/** A name with a word that begins with the typed text. */
export interface SuggestedName {
  kind: 'musician' | 'tag' | 'genre' | 'own-genre' | 'mood';
  ref: string;
  label: string;
}

/**
 * Number of rows that are read. It is higher than the number of suggestions, because a name may be found by several of
 * its words.
 */
const READ = 12;
/**
 * Media of the best quality from which the suggested ones are chosen. One or two letters are the beginning of thousands
 * of words, so not all matches are read.
 */
const CANDIDATES = 25;

/**
 * Media that contain the typed words, and names with a word that begins with the typed text, in one statement, because
 * this runs after every letter.
 */
export async function findCompletions(
  db: Db,
  q: string,
  most: { media: number; names: number },
): Promise<{ media: string[]; names: SuggestedName[] }> {
  const rows = await db<(SuggestedName | { kind: 'media'; ref: string; label: null })[]>`
    select 'media' as kind, id::text as ref, null as label from search_suggested(${q}, ${MAX_WORDS}, ${CANDIDATES}, ${most.media}) id
    union all
    select kind, ref, label from suggested_names(${q}, ${MAX_WORDS}, ${READ})`;
  return {
    media: rows.filter(({ kind }) => kind === 'media').map(({ ref }) => ref),
    names: firstOfEachKind(
      rows.filter((row): row is SuggestedName => row.kind !== 'media'),
      most.names,
    ),
  };
}

/**
 * Names with a word that begins with the typed text, the best known of each kind first: at most `most` of each kind.
 */
export async function suggestedNames(db: Db, q: string, most: number): Promise<SuggestedName[]> {
  const rows = await db<SuggestedName[]>`select kind, ref, label from suggested_names(${q}, ${MAX_WORDS}, ${READ})`;
  return firstOfEachKind(rows, most);
}

/** At most `most` different names of each kind. Musicians' genres are genres, too. */
function firstOfEachKind(names: readonly SuggestedName[], most: number): SuggestedName[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return names.filter(({ kind: exact, ref }) => {
    const kind = exact === 'own-genre' ? 'genre' : exact;
    const before = counts.get(kind) ?? 0;
    if (before >= most || seen.has(`${kind} ${ref}`)) return false;
    seen.add(`${kind} ${ref}`);
    counts.set(kind, before + 1);
    return true;
  });
}

/** The words of genres and moods. They are few, and not all of them are in a title. */
export async function findCategoryWords(db: Db): Promise<string[]> {
  const rows = await db<{ word: string }[]>`select distinct unnest(words) as word from categories`;
  return rows.map(({ word }) => word);
}

/**
 * Updates the suggested names to the media that are public now: names whose change was recorded (`suggestion_changes`),
 * or all names.
 */
export async function refreshSuggestions(db: Db, which: 'changed' | 'all' = 'changed'): Promise<void> {
  await db`select suggestions_refresh(${which === 'all'})`;
}
