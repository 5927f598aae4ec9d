import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_BITS, bitsFor, bucketAt, bucketLow, bucketWidth } from './shuffle.ts';

const seeds = fc.integer({ min: 1, max: 2_147_483_647 });

describe('the order of a seed', () => {
  it('contains every bucket once', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 12 }), (seed, bits) => {
        const count = 2 ** bits;
        const buckets = new Set(Array.from({ length: count }, (_, ordinal) => bucketAt(ordinal, bits, seed)));
        return buckets.size === count && Math.max(...buckets) === count - 1 && Math.min(...buckets) === 0;
      }),
    );
  });
  it('differs from that of another seed', () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        fc.pre(one !== other);
        const neighbours = (seed: number) =>
          new Set(Array.from({ length: 4095 }, (_, at) => `${bucketAt(at, 12, seed)} ${bucketAt(at + 1, 12, seed)}`));
        const pairs = neighbours(other);
        const shared = [...neighbours(one)].filter((pair) => pairs.has(pair)).length;
        return shared < 41;
      }),
      { numRuns: 10 },
    );
  });
  it('divides all keys into buckets without a gap', () => {
    for (const bits of [0, 1, 5, 19]) {
      expect(bucketLow(0, bits)).toBe(0);
      expect(bucketLow(1, bits) - bucketLow(0, bits)).toBe(bucketWidth(bits) + 1);
      expect(bucketLow(2 ** bits - 1, bits) + bucketWidth(bits)).toBe(2 ** KEY_BITS - 1);
    }
  });
  it('has more buckets the more rows there are', () => {
    expect([0, 40, 41, 1000, 1_000_000, 10_000_000].map(bitsFor)).toEqual([0, 0, 4, 9, 19, 22]);
  });
});
