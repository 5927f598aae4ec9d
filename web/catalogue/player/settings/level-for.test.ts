import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelFor } from './level-for.ts';

const level = fc.record({ height: fc.constantFrom(180, 360, 480, 720, 1080), bitrate: fc.integer({ min: 1, max: 9 }) });

it('leaves the level to the connection without a preference', () => {
  expect(levelFor([{ height: 720, bitrate: 1 }], null)).toBe(-1);
});

it('chooses the best level up to a preferred height, or the smallest level', () => {
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 2000 }),
      (levels, preference) => {
        const chosen = levels[levelFor(levels, preference)]!;
        const fitting = levels.filter(({ height }) => height <= preference);
        if (fitting.length === 0) expect(chosen.height).toBe(Math.min(...levels.map(({ height }) => height)));
        else expect(chosen.height).toBe(Math.max(...fitting.map(({ height }) => height)));
      },
    ),
  );
});
