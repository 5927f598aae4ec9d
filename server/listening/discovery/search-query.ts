import { type Circle, cellsOf } from '../../platform/places/near.ts';

/** A word of the search, letters and digits only, in the forms that queries need. */
export interface AskedWord {
  word: string;
  /** Facets whose names hold this word, as lexemes. */
  lexemes: string[];
  /** The word unchanged. */
  exact: string;
  /** As a prefix. */
  open: string;
  /** As a prefix of a word of the title. */
  inTitle: string;
  /** The known words that begin with it if they are few, otherwise the word as a prefix. */
  begins: string;
}

/** Shorter words match only as whole words, because nearly every text has words that begin with them. */
const MIN_PREFIX_LENGTH = 3;

const quoted = (lexeme: string): string => `'${lexeme.replaceAll("'", "''")}'`;
const anyOf = (terms: readonly string[]): string => `(${terms.join(' | ')})`;
const allOf = (terms: readonly string[]): string => terms.join(' & ');

/**
 * Builds a text search query (PostgreSQL, `tsquery`) from words, each read as a prefix: the word, its corrections, or a
 * genre or mood of that name. More literal readings come from `search_asked` in the database and are tried before.
 * @param meant the similar known words for each misspelled word
 * @param whole words that are not read as prefixes, unless they are the last
 * @param begins a prefix as a query: as PostgreSQL reads it, or as the few words that the index finds faster
 */
export function wordsQuery(
  words: readonly AskedWord[],
  meant: ReadonlyMap<string, readonly string[]>,
  whole: ReadonlySet<string>,
  begins: (asked: AskedWord) => string = ({ open }) => open,
): string {
  return allOf(
    words.map((asked, at) => {
      const { word, lexemes, exact } = asked;
      const isLong = words.length === 1 || [...word].length >= MIN_PREFIX_LENGTH;
      const isOpen = isLong && (at === words.length - 1 || !whole.has(word));
      return anyOf([isOpen ? begins(asked) : exact, ...(meant.get(word) ?? []).map(quoted), ...lexemes.map(quoted)]);
    }),
  );
}

export interface SearchFacets {
  types: readonly ('song' | 'video')[];
  genreId: string | null;
  moodId: string | null;
  /** Includes media whose musician named a genre with this slug. */
  ownGenre: string | null;
  curated: boolean;
  underReview: boolean;
  /**
   * Only media of musicians within this circle. The text search query selects by cells, a rough grid; a separate
   * condition checks the exact distance.
   */
  near: Circle | null;
  /** The lexeme of a tag that the media must have. */
  tag: string | null;
  /** Prefixes of words in the title. */
  titleWords: readonly AskedWord[];
}

/**
 * Facets as a text search query: empty when there are none, and a query that nothing matches when no type is selected.
 */
export function facetsQuery(facets: SearchFacets): string {
  const { types, genreId, moodId, ownGenre, curated, underReview, near, tag, titleWords } = facets;
  return allOf([
    // Both types together are no restriction: with a facet for them, the index would read every document.
    ...(types.length === 2 ? [] : [quoted(`_${types[0] ?? 'none'}`)]),
    ...(genreId || ownGenre
      ? [anyOf([...(genreId ? [quoted(`_g${genreId}`)] : []), ...(ownGenre ? [quoted(`_o${ownGenre}`)] : [])])]
      : []),
    ...(moodId ? [quoted(`_m${moodId}`)] : []),
    ...(curated ? [quoted('_curated')] : []),
    ...(underReview ? [quoted('_review')] : []),
    ...(near ? [anyOf(cellsOf(near).map((cell) => quoted(`_c${cell.latitude}_${cell.longitude}`)))] : []),
    ...(tag ? [quoted(tag)] : []),
    ...titleWords.map(({ inTitle }) => inTitle),
  ]);
}

/** A query that requires both queries; either may be empty. */
export const both = (one: string, other: string): string => allOf([one, other].filter(Boolean));
