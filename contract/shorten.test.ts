import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten, shortenToCodePoints } from './shorten.ts';

const family = '👩‍👩‍👧‍👦';

describe('a text that is cut', () => {
  it('stays as it is where there is room for it', () => {
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
  ])('has %s whole or not at all', (_, character) => {
    for (let most = 3; most < 3 + character.length; most += 1) expect(shorten(`abc${character}d`, most)).toBe('abc');
    expect(shorten(`abc${character}d`, 3 + character.length)).toBe(`abc${character}`);
  });

  it('keeps the start of a letter under more marks than there is room for, and no half of a pair', () => {
    expect(shorten(`e${'\u0301'.repeat(100)}`, 10)).toBe(`e${'\u0301'.repeat(9)}`);
    expect(shorten('🌶🌶', 1)).toBe('');
  });

  it('is counted in code points where the limit is', () => {
    expect(shortenToCodePoints('🌶'.repeat(90), 80)).toBe('🌶'.repeat(80));
    expect(shortenToCodePoints(`ab${family}`, 5)).toBe('ab');
  });

  it('is the longest start that ends between characters', () => {
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
