import type { Db } from '../../platform/db/connection.ts';
import type { Circle } from '../../platform/places/near.ts';
import type { Neighbour } from './misspelling.ts';
import type { AskedWord } from './search-query.ts';

export interface ParsedQuery {
  /** The text with which whole titles are compared. */
  title: string;
  /** The lexeme of a tag that is equal to the search text. */
  tag: string;
  words: AskedWord[];
  /** The text search query that is tried first: all of the words, the last one as a prefix. */
  query: string;
  /** The same query, in the form that the index answers fastest. */
  indexed: string;
  /** A query for the signs that were typed, such as `!!!` or `C++`; null when signs have no meaning in the search. */
  signed: string | null;
}

/** Further words of a search are ignored. */
export const MAX_WORDS = 12;

/** Parses the typed text into the forms that search uses. */
export async function parseQuery(db: Db, q: string): Promise<ParsedQuery> {
  const [row] = await db<
    [ParsedQuery]
  >`select title, tag, words, query, indexed, signed from search_asked(${q}, ${MAX_WORDS})`;
  return row;
}

export interface Candidate {
  id: string;
  tier: number;
  quality: number;
  score: number;
  /** Whether its whole title equals the search. */
  whole: boolean;
}

/** A position in the order in which candidates are read: by parts of the index, and in each part by quality. */
type CandidatePlace = Pick<Candidate, 'id' | 'tier' | 'quality'>;

export interface CandidatesWanted {
  /** Words and facets. */
  query: string;
  /** The words alone, by which candidates are ranked. */
  ranked: string;
  facets: string;
  title: string;
  near: Circle | null;
  after: CandidatePlace | null;
  most: number;
}

/**
 * The best candidates for a query after a position, in the order of `CandidatePlace`. Whole titles come before all
 * others, as a separate part. Only at the end are there fewer than `most` of both.
 */
export async function findCandidates(db: Db, wanted: CandidatesWanted): Promise<Candidate[]> {
  const { query, ranked, facets, title, near, after, most } = wanted;
  return db<Candidate[]>`
    select id, tier, quality, score, whole from search_candidates(
      ${query}::text::tsquery, ${ranked}::text::tsquery, ${facets}::text::tsquery, ${title},
      ${near?.latitude ?? null}, ${near?.longitude ?? null}, ${near?.miles ?? null},
      ${after?.tier ?? null}, ${after?.quality ?? null}, ${after?.id ?? null}, ${most})`;
}

/** Known words that are equal to one of these words after at most one letter is deleted from each of the two. */
export async function findNeighbours(db: Db, words: readonly string[]): Promise<Neighbour[]> {
  return db<Neighbour[]>`
    select asked.word as typed, v.word, v.documents
    from unnest(${[...words]}::text[]) asked(word)
    cross join lateral (
      select distinct near.word from search_deletions(asked.word) as key(key) join vocab_del near on near.key = key.key limit 500) near
    join vocabulary v on v.word = near.word
    order by v.documents desc, v.word`;
}

/** Those of several words that no document contains, neither as whole words nor as prefixes. */
export async function findUnheld(db: Db, words: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ word: string }[]>`select word from search_unheld(${[...words]}::text[]) word`;
  return new Set(rows.map(({ word }) => word));
}

/** The words of media, and names of musicians, tags, genres and moods, that are most similar to the search. */
export async function findNearest(db: Db, q: string, onlyTags: boolean, most: number): Promise<string[]> {
  const rows = await db<
    { label: string }[]
  >`select label from search_nearest(${q}, ${MAX_WORDS}, ${onlyTags}, ${most})`;
  return rows.map(({ label }) => label);
}

/** Rewrites documents that were written by an earlier rule for texts; returns their number. */
export async function renewDocuments(db: Db, most: number): Promise<number> {
  const [row] = await db<{ renewed: number }[]>`select search_renew(${most}) as renewed`;
  return row?.renewed ?? 0;
}

/** Moves documents to the part of the index for their current quality; returns their number. */
export async function moveDocuments(db: Db, most: number): Promise<number> {
  const [row] = await db<{ moved: number }[]>`select search_retier(${most}) as moved`;
  return row?.moved ?? 0;
}

/** Words of the prefix index that no document seems to contain any more. */
export async function findGoneLexemes(db: Db): Promise<string[]> {
  const rows = await db<{ word: string }[]>`
    with held as materialized (select word from ts_stat('select tsv from media_search'))
    select l.word from search_lexemes l where not exists (select 1 from held where held.word = l.word)`;
  return rows.map(({ word }) => word);
}

/** Deletes those of these words that no document contains, while no document can be written. */
export async function deleteUnusedLexemes(db: Db, gone: readonly string[]): Promise<void> {
  await db`select search_forget(${[...gone]}::text[])`;
}

/** Counts the documents of every word and deletes words that no document contains any more. */
export async function countVocabulary(db: Db): Promise<void> {
  await db`
    with counted as materialized (select word, ndoc from ts_stat('select tsv from media_search', 'ab')),
    gone as (
      delete from vocabulary v where not exists (select 1 from counted where counted.word = v.word))
    update vocabulary v set documents = counted.ndoc from counted where counted.word = v.word and v.documents <> counted.ndoc`;
}
