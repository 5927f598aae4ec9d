import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROKEN, nextStepDueAt, reachedStep, settleDueAt, stepDueAt } from './promise-steps.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 11, 1) + hours * HOUR);
const day = { openedAt: at(0), promisedBy: at(24), hastened: false };
const hastened = { ...day, hastened: true };

describe('the steps that keep a promise of a day', () => {
  it('are due after 18, 19.5 and 21.75 hours, and the promise is broken after 24', () => {
    expect([1, 2, 3, BROKEN].map((step) => stepDueAt(day, step, 0.25))).toEqual([at(18), at(19.5), at(21.75), at(24)]);
  });

  it.each([
    [17.99, 0],
    [18, 1],
    [19.49, 1],
    [19.5, 2],
    [21.75, 3],
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

  it('come early in a hastened review, with or without a lead for others', () => {
    for (const share of [0, 0.25])
      expect([1, 2, 3, BROKEN].map((step) => stepDueAt(hastened, step, share))).toEqual([
        at(6),
        at(10.5),
        at(17.25),
        at(24),
      ]);
    expect(reachedStep(hastened, at(6), 0)).toBe(1);
  });

  it('settle a review that waits for its second reading shortly before the promise is broken', () => {
    expect(settleDueAt(day, 0.25)).toEqual(at(23.25));
    expect(settleDueAt(day, 0)).toEqual(at(23.85));
    expect(nextStepDueAt(day, 0, 0.25, true)).toEqual(at(18));
    expect(nextStepDueAt(day, 3, 0.25, true)).toEqual(at(23.25));
    expect(nextStepDueAt(day, 3, 0.25, false)).toEqual(at(24));
    expect(nextStepDueAt(day, 0, 0, true)).toEqual(at(23.85));
  });

  it('are reached exactly when they are due, for any promise and lead', () => {
    const whole = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: BROKEN }),
        (hours, percent, step) => {
          const promised = { openedAt: at(0), promisedBy: at(hours), hastened: hours % 2 === 0 };
          const due = stepDueAt(promised, step, percent / 100);
          expect(reachedStep(promised, due, percent / 100)).toBe(step);
          expect(reachedStep(promised, new Date(due.getTime() - 1000), percent / 100)).toBeLessThan(step);
        },
      ),
    );
  });
});
