import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten, shortenToCodePoints } from './shorten.ts';

const family = '👩‍👩‍👧‍👦';

describe('a shortened text', () => {
  it('is unchanged if it fits', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten(family, family.length)).toBe(family);
    expect(shorten('', 0)).toBe('');
  });

  it.each([
    ['an emoji of several parts', family],
    ['an emoji of two units', '🌶'],
    ['a flag', '🇩🇪'],
    ['a letter and its accent', 'e\u0301'],
    ['a skin tone', '👍🏽'],
  ])('contains %s entirely or not at all', (_, character) => {
    for (let most = 3; most < 3 + character.length; most += 1) expect(shorten(`abc${character}d`, most)).toBe('abc');
    expect(shorten(`abc${character}d`, 3 + character.length)).toBe(`abc${character}`);
  });

  it('keeps the start of a letter with too many marks, and never half a surrogate pair', () => {
    expect(shorten(`e${'\u0301'.repeat(100)}`, 10)).toBe(`e${'\u0301'.repeat(9)}`);
    expect(shorten('🌶🌶', 1)).toBe('');
  });

  it('can be limited in code points', () => {
    expect(shortenToCodePoints('🌶'.repeat(90), 80)).toBe('🌶'.repeat(80));
    expect(shortenToCodePoints(`ab${family}`, 5)).toBe('ab');
  });

  it('is the longest start that ends between two characters', () => {
    const characters = new Intl.Segmenter('en');
    const units = fc.constantFrom('a', ' ', 'é', '\u0301', '\u200d', '\ufe0f', '🌶', '👩', '🇩', '🇪', 'क', '\u094d');
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 14 }), fc.nat(30), (text, most) => {
        const ends = [...characters.segment(text)].map(({ index, segment }) => index + segment.length);
        const end = ends.findLast((one) => one <= most);
        if (end !== undefined) expect(shorten(text, most)).toBe(text.slice(0, end));
      }),
      { numRuns: 1000 },
    );
  });
});
