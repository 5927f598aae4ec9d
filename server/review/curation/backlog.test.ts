import { describe, expect, it } from 'vitest';
import { promisedHours } from './backlog.ts';

const settings = { REVIEW_PROMISE_HOURS: 24, REVIEW_BUSY_HOURS: 48 };

describe('the promised time', () => {
  it.each([
    ['nothing waits', 0, 60, 24],
    ['what waits is decided within a day', 60, 60, 24],
    ['a little more waits', 61, 60, 48],
    ['what waits takes two days', 120, 60, 72],
    ['what waits takes a hundred days', 6000, 60, 720],
    ['there are hardly any verdicts yet', 500, 2, 24],
  ])('if %s (%i, with %i verdicts a day) is %i hours', (_how, waiting, verdictsPerDay, hours) => {
    expect(promisedHours(settings, { waiting, verdictsPerDay })).toBe(hours);
  });

  it('is never longer if the installation promises no more when it is busy', () => {
    expect(promisedHours({ ...settings, REVIEW_BUSY_HOURS: 24 }, { waiting: 900, verdictsPerDay: 60 })).toBe(24);
  });
});
