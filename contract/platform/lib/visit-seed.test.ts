import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seed } from './values.ts';
import { visitSeed } from './visit-seed.ts';

const HOUR = 3_600_000;
const someTime = fc.integer({ min: 0, max: 2 ** 42 });

describe('the seeds of visits', () => {
  it('are accepted by the server, 64 at a time, and differ for consecutive draws', () => {
    fc.assert(
      fc.property(fc.nat(), someTime, (draw, now) => {
        const set = Array.from({ length: 64 }, (_, more) => visitSeed(draw + more, now));
        expect(new Set(set).size).toBe(64);
        for (const seed of set) expect(Seed.parse(seed)).toBe(seed);
        expect(visitSeed(draw + 64, now)).toBe(set[0]);
      }),
    );
  });

  it('change every twelve minutes', () => {
    const all = new Set<number>();
    for (let minute = 0; minute < 60; minute += 12)
      for (let draw = 0; draw < 64; draw += 1) all.add(visitSeed(draw, 500_000 * HOUR + minute * 60_000));
    expect(all.size).toBe(320);
  });
});
