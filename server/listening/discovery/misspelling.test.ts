import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corrections, editDistance } from './misspelling.ts';

describe('edit distance', () => {
  it('counts inserted, deleted, replaced and swapped letters', () => {
    const known: [string, string, number][] = [
      ['kettle', 'kettle', 0],
      ['kettle', 'ketle', 1],
      ['kettle', 'kettled', 1],
      ['kettle', 'kittle', 1],
      ['kettle', 'ketlte', 1],
      ['kettle', '', 6],
      ['ca', 'abc', 3],
      ['kitten', 'sitting', 3],
      ['né', 'ne', 1],
      ['𝔞b', 'b𝔞', 1],
    ];
    for (const [one, other, distance] of known) expect(editDistance(one, other), `${one} ${other}`).toBe(distance);
  });

  it('is symmetric, zero only for equal words, and at most the length of the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other);
        expect(distance).toBe(editDistance(other, one));
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });
});

describe('corrections', () => {
  const near = (typed: string, ...words: [string, number][]) =>
    words.map(([word, documents]) => ({ typed, word, documents }));

  it('takes the nearest words, the most common first', () => {
    expect(corrections(near('nigth', ['night', 3], ['nigh', 1], ['eight', 90])).get('nigth')).toEqual([
      'night',
      'nigh',
    ]);
    expect(corrections(near('kattle', ['kettle', 2], ['cattle', 7])).get('kattle')).toEqual(['cattle', 'kettle']);
  });

  it('leaves known words unchanged, and allows one edit for short words', () => {
    expect(corrections(near('night', ['night', 1], ['nights', 9]))).toEqual(new Map());
    expect(corrections(near('abcdef', ['abxdf', 9]))).toEqual(new Map());
    expect(corrections(near('abcdefg', ['abxdeg', 9])).get('abcdefg')).toEqual(['abxdeg']);
  });
});
