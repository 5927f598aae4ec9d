import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawOrder } from './draw-order.ts';

const seedOf = (text: string) => createHash('sha256').update(text).digest();

describe('the order of a draw', () => {
  it('has every position once, and is the same for the same seed and name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.string(), fc.string(), (size, seed, name) => {
        const order = [...drawOrder(seedOf(seed), name, size)];
        expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, index) => index));
        expect([...drawOrder(seedOf(seed), name, size)]).toEqual(order);
      }),
      { numRuns: 200 },
    );
  });

  it('follows the documented formula', () => {
    // A shuffle in place, written out for comparison.
    const seed = seedOf('kettle');
    const places = ['a', 'b', 'c', 'd', 'e'];
    for (let step = 0; step < places.length; step++) {
      const digest = createHmac('sha256', seed).update(`review-1:${step}`).digest('hex').slice(0, 32);
      const other = step + Number(BigInt(`0x${digest}`) % BigInt(places.length - step));
      [places[step], places[other]] = [places[other]!, places[step]!];
    }
    expect([...drawOrder(seed, 'review-1', 5)].map((position) => 'abcde'[position])).toEqual(places);
  });

  it('puts each position equally often at each place', () => {
    const size = 6;
    const draws = 6000;
    const counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    for (let draw = 0; draw < draws; draw++)
      for (const [place, position] of [...drawOrder(seedOf('ladle'), `review-${draw}`, size)].entries())
        counts[place]![position]! += 1;
    const expected = draws / size;
    for (const [place, row] of counts.entries()) {
      const chiSquare = row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      // The 99.9th percentile of the chi-square distribution with 5 degrees of freedom.
      expect(chiSquare, `place ${place}`).toBeLessThan(20.5);
    }
  });

  it('computes only the steps that are taken', () => {
    const order = drawOrder(seedOf('mortar'), 'review-1', 2 ** 31);
    expect(order.next().value).toBeLessThan(2 ** 31);
  });
});
