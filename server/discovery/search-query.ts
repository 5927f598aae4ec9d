import { type Circle, cellsOf } from '../places/near.ts';

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
  /** The words that begin with it if there are few, otherwise it as a prefix. */
  begins: string;
}

/** Fewer letters are a word of their own and no beginning: nearly everything begins with them. */
const MIN_PREFIX_LENGTH = 3;

const quoted = (lexeme: string): string => `'${lexeme.replaceAll("'", "''")}'`;
const anyOf = (terms: readonly string[]): string => `(${terms.join(' | ')})`;
const allOf = (terms: readonly string[]): string => terms.join(' & ');

/**
 * Words as a text search query (PostgreSQL, `tsquery`), each as a beginning: the word, what it may have meant, or a genre or
 * mood of that name. What is tried before is `search_asked`'s, in the database.
 * @param meant for each misspelled word those that are like it
 * @param whole words that are no beginnings, unless they are the last
 * @param begins a beginning as a query: as PostgreSQL reads it, or as the few words that the index finds faster
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
  /** Only media of musicians within this circle; their exact distance is looked at beside the query. */
  near: Circle | null;
  /** The lexeme of a tag that it must have. */
  tag: string | null;
  /** Prefixes of words in its title. */
  titleWords: readonly AskedWord[];
}

/** Facets as a text search query: empty when there are none; no types at all is one that nothing matches. */
export function facetsQuery(facets: SearchFacets): string {
  const { types, genreId, moodId, ownGenre, curated, underReview, near, tag, titleWords } = facets;
  return allOf([
    // Both types are no facet: the index would read through every media there is.
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

/** Both must hold; either may be empty. */
export const both = (one: string, other: string): string => allOf([one, other].filter(Boolean));
