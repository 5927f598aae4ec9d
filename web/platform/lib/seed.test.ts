import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshSeed, shuffled } from './seed.ts';

describe('a shuffled strip', () => {
  it('contains each given item once, and doesn’t change its input', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), (items) => {
        const before = [...items];
        expect(shuffled(items).toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
        expect(items).toEqual(before);
      }),
    );
  });
  it('HM-07 gives every order the same chance', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffled(['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 1000 expected of each; eight standard deviations of 29.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(230);
  });
});

describe('a fresh seed', () => {
  it('is valid for the server', () => {
    for (let i = 0; i < 1000; i += 1) {
      const seed = freshSeed();
      expect(Number.isInteger(seed) && seed >= 1 && seed < 2 ** 31).toBe(true);
    }
  });
});
