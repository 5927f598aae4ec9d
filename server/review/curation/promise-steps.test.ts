import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROKEN, reachedStep, stepDueAt } from './promise-steps.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 11, 1) + hours * HOUR);
const day = { openedAt: at(0), promisedBy: at(24) };

describe('the steps that keep a promise of a day', () => {
  it('are due after 18, 21 and 22.5 hours, and the promise is broken after 24', () => {
    expect([1, 2, 3, BROKEN].map((step) => stepDueAt(day, step, 0.25))).toEqual([at(18), at(21), at(22.5), at(24)]);
  });

  it.each([
    [17.99, 0],
    [18, 1],
    [20.99, 1],
    [21, 2],
    [22.5, 3],
    [23.99, 3],
    [24, BROKEN],
    [500, BROKEN],
  ])('after %d hours have reached step %d', (hours, step) => {
    expect(reachedStep(day, at(hours), 0.25)).toBe(step);
  });

  it('are skipped without a lead, until the promise is broken', () => {
    expect([at(23.99), at(24)].map((now) => reachedStep(day, now, 0))).toEqual([0, BROKEN]);
    expect(stepDueAt(day, 1, 0)).toEqual(at(24));
  });

  it('are reached exactly when they are due, for any promise and lead', () => {
    const whole = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: BROKEN }),
        (hours, percent, step) => {
          const promised = { openedAt: at(0), promisedBy: at(hours) };
          const due = stepDueAt(promised, step, percent / 100);
          expect(reachedStep(promised, due, percent / 100)).toBe(step);
          expect(reachedStep(promised, new Date(due.getTime() - 1000), percent / 100)).toBeLessThan(step);
        },
      ),
    );
  });
});
