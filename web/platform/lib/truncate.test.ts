import fc from 'fast-check';
import { expect, it } from 'vitest';
import { truncate } from './truncate.ts';

it('cuts a text after the given number of characters, and returns null for a text that isn’t longer', () => {
  expect(truncate('a'.repeat(66), 66)).toBeNull();
  expect(truncate(`${'a'.repeat(66)}b`, 66)).toBe('a'.repeat(66));
  expect(truncate('', 66)).toBeNull();
});

it('counts a grapheme as one character, and never splits it', () => {
  const family = '👩‍👩‍👧‍👦';
  expect(truncate(family.repeat(66), 66)).toBeNull();
  expect(truncate(family.repeat(67), 66)).toBe(family.repeat(66));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(20), (text, most) => {
      const short = truncate(text, most);
      if (short === null) return;
      expect(text.startsWith(short)).toBe(true);
      expect(short.isWellFormed()).toBe(text.slice(0, short.length).isWellFormed());
    }),
  );
});

it('counts plain letters like all others', () => {
  const characters = new Intl.Segmenter('en');
  const signs = fc.constantFrom(
    'a',
    '\n',
    '\r',
    'é',
    '\u0301',
    '\u00ad',
    '…',
    '’',
    '\u200d',
    'ß',
    '🌶',
    '🇩',
    'क',
    '\u094d',
  );
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 12 }), fc.nat(12), (text, most) => {
      const index = [...characters.segment(text)][most]?.index;
      expect(truncate(text, most)).toBe(index === undefined ? null : text.slice(0, index));
    }),
    { numRuns: 1000 },
  );
});
