import { describe, expect, it } from 'vitest';
import { MediaFields } from '../media/media-edit.ts';
import { genreSlug, genresIn, proposedGenres } from './own-genres.ts';

const parse = (genres: unknown) => MediaFields.safeParse({ genres });
const namesOf = (genres: unknown) => parse(genres).data?.genres?.map(({ id, name }) => id ?? name);
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('own genres', () => {
  it.each([
    ['Hip-Hop', 'hip-hop', 'hip  hop', 'HIP\u00adHOP'.replace('\u00ad', ' ')],
    ['Forró', 'forro', 'FORRO\u0301', 'For\u00adró'],
    ['Straßenmusik', 'strassenmusik', 'STRASSENMUSIK'],
    ['Ærø pop', 'aero pop', 'ÆRØ-POP'],
    ['Ρεμπέτικο', 'ρεμπετικο'],
    ['ｃｉｔｙ ｐｏｐ', 'City Pop'],
    ['R&B', 'r & b', 'r-b'],
  ])('%s is the same genre as %s', (...names) => {
    expect(new Set(names.map(genreSlug)).size).toBe(1);
  });

  it('differ by marks that are vowels, and by their signs if they have only signs', () => {
    expect(genreSlug('हिन्दी')).toBe('हिन्दी');
    expect(genreSlug('हिन्दी')).not.toBe(genreSlug('हन्द'));
    expect(genreSlug('音楽')).toBe('音楽');
    expect([genreSlug('†††'), genreSlug('!!!')]).toEqual(['u2020-u2020-u2020', 'u21-u21-u21']);
    expect(genreSlug('../x')).toBe('x');
  });

  it('have slugs of at most 80 characters', () => {
    expect(genreSlug('ﷺ'.repeat(40)).length).toBeLessThanOrEqual(80);
    expect(genreSlug('†'.repeat(40))).not.toMatch(/-$/);
  });

  it('are cleaned and deduplicated', () => {
    expect(namesOf(['  Shoe\ngaze ', '', 'shoe gaze', ' \u200b', { name: 'SHOE-GAZE' }, { name: 'Dub' }])).toEqual([
      'Shoe gaze',
      'Dub',
    ]);
    expect(namesOf([ID, { id: ID }, { id: ID, name: 'Soul', slug: 'soul' }])).toEqual([ID, 'Soul']);
    expect(namesOf([])).toEqual([]);
    expect(genresIn('Dub, dub; City Pop,,')).toEqual(['Dub', 'City Pop']);
  });

  it('are proposed from a file’s tags: at most five, without duplicates and placeholders', () => {
    expect(proposedGenres(['City Pop; Dub,  Folk', 'city-pop', '\u200b', 'Other', 'UNKNOWN', '(None)'])).toEqual([
      'City Pop',
      'Dub',
      'Folk',
    ]);
    expect(proposedGenres(['a', 'b', 'x'.repeat(41), 'c', 'd', 'e', 'f'])).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(parse(proposedGenres(['x'.repeat(40), '#Dub'])).success).toBe(true);
    expect(proposedGenres([])).toEqual([]);
  });

  it.each([
    ['six genres', ['a', 'b', 'c', 'd', 'e', 'f'], 'Use at most 5 genres.'],
    ['a long name', ['x'.repeat(41)], 'Use at most 40 characters for a genre.'],
    ['a number', [7], 'A genre is a text, { "name": "…" }, or { "id": "…" } of a genre of the reviewers.'],
    ['an id of an unknown form', [{ id: 'soul' }], 'This is not a known id.'],
    ['a text instead of a list', 'soul', 'Genres are a list.'],
  ])('are rejected with a helpful message: %s', (_what, genres, message) => {
    expect(parse(genres).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
