import * as z from 'zod/mini';
import { cleanLine } from '../../platform/lib/clean-text.ts';
import { Id, isId, text } from '../../platform/lib/values.ts';

/** The most genres that a musician may name for a song or video, and the most characters of each. */
export const MOST_GENRES = 5;
export const LONGEST_GENRE = 40;
/** Slugs are cut at this length, so that every call that takes a genre accepts them. */
const LONGEST_SLUG = 80;

/** Letters with accents, in alphabets where people often leave these out. In other scripts such marks are vowels. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
/** Letters that Unicode doesn't decompose into a plain letter and a mark. */
const PLAIN: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ł: 'l', ı: 'i', þ: 'th' };

/**
 * A genre's name as it is written in addresses. Two names with the same slug are one genre, so case, accents, signs and
 * invisible characters make no difference. The slug of a name that has only signs consists of their code points.
 */
export function genreSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(ACCENTED, '$1')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[æœøðđłıþ]/gu, (letter) => PLAIN[letter] ?? letter);
  const slug = plain.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? codePoints(plain);
  return [...slug].slice(0, LONGEST_SLUG).join('').replace(/-$/, '');
}

const codePoints = (signs: string): string =>
  [...signs].map((sign) => `u${(sign.codePointAt(0) ?? 0).toString(16)}`).join('-');

/** A genre that a musician named. */
export const OwnGenre = z.object({
  /** The id of the reviewers' genre with the same name; null if there is none. */
  id: z.nullable(Id),
  name: z.string(),
  slug: z.string(),
});
export type OwnGenre = z.infer<typeof OwnGenre>;

const GenreName = z.pipe(
  text(LONGEST_GENRE, `Use at most ${LONGEST_GENRE} characters for a genre.`),
  z.transform(cleanLine),
);

/** The genres in a form. */
export const GenreNames = z.array(z.object({ name: GenreName }));

/** A genre in a request: its name or, if the name is empty, the id of one of the reviewers' genres. */
export const GenreChoice = z.object({
  id: z.nullable(Id),
  name: GenreName,
});
export type GenreChoice = z.infer<typeof GenreChoice>;

/** Removes empty genres and repetitions; the first spelling of each genre is kept. */
export function distinctGenres<G extends { name: string; id?: string | null }>(genres: readonly G[]): G[] {
  const keys = genres.map(({ name, id }) => (name === '' ? (id ?? '') : genreSlug(name)));
  return genres.filter((_, at) => keys[at] !== '' && keys.indexOf(keys[at] ?? '') === at);
}

/** Splits typed or pasted text into genres, at commas and semicolons. */
export const genresIn = (typed: string): string[] =>
  distinctGenres(typed.split(/[,;]/u).map((name) => ({ name: cleanLine(name) }))).map(({ name }) => name);

/** Slugs of words that programs write into files without a genre. */
const NO_GENRE = new Set(['genre', 'misc', 'no-genre', 'none', 'other', 'undefined', 'unknown']);

/**
 * The genres that a file's tags propose, at most as many as a musician may name. Words that aren't genres, and names
 * that are too long, are left out.
 */
export const proposedGenres = (tags: readonly string[]): string[] =>
  genresIn(tags.join(';'))
    .filter((name) => GenreName.safeParse(name).success && !NO_GENRE.has(genreSlug(name)))
    .slice(0, MOST_GENRES);

const Given = z.union(
  [z.string(), z.object({ name: z.string() }), z.object({ id: z.string() })],
  'A genre is a text, { "name": "…" }, or { "id": "…" } of a genre of the reviewers.',
);
const choiceOf = (given: z.infer<typeof Given>): GenreChoice => {
  if (typeof given !== 'string') return 'name' in given ? { id: null, name: given.name } : { id: given.id, name: '' };
  return isId(given) ? { id: given, name: '' } : { id: null, name: given };
};

const TOO_MANY = `Use at most ${MOST_GENRES} genres.`;

/** The musician's genres of a song or video in a request, without repetitions. */
export const OwnGenres = z.pipe(
  z.pipe(
    z
      .array(z.pipe(Given, z.pipe(z.transform(choiceOf), GenreChoice)), 'Genres are a list.')
      .check(z.maxLength(20, TOO_MANY)),
    z.transform((genres: GenreChoice[]) => distinctGenres(genres)),
  ),
  z.array(z.custom<GenreChoice>()).check(z.maxLength(MOST_GENRES, TOO_MANY)),
);

/** The genres sent with a file, separated by commas. */
export const UploadGenres = z.pipe(
  z.string(),
  z.pipe(
    z.transform((typed: string): z.input<typeof OwnGenres> => genresIn(typed)),
    OwnGenres,
  ),
);
