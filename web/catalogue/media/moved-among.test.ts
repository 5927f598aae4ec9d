import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedAmong } from './move-media.ts';

describe('movedAmong', () => {
  it('returns the item that, put behind its new predecessor, turns the old order into the new one', () => {
    const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (before, a, b) => {
        const [from, to] = [a % before.length, b % before.length];
        const sorted = before.toSpliced(from, 1).toSpliced(to, 0, before[from]!);
        const moved = movedAmong(before, sorted);
        if (from === to) {
          expect(moved).toBeNull();
          return;
        }
        const rest = before.filter((one) => one !== moved);
        const previous = sorted[sorted.indexOf(moved!) - 1];
        expect(rest.toSpliced(previous === undefined ? 0 : rest.indexOf(previous) + 1, 0, moved!)).toEqual(sorted);
      }),
    );
  });
});
