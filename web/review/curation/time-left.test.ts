import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

it.each([
  ['2026-11-22T07:59:30.000Z', '23 h 59 min left', false],
  ['2026-11-21T08:12:00.000Z', '12 min left', false],
  ['2026-11-21T08:00:00.000Z', '0 min left', false],
  ['2026-11-21T05:55:00.000Z', '2 h 5 min late', true],
])('a promise due on %s has %s', (dueOn, text, late) => {
  expect(timeLeft(dueOn, now)).toEqual({ text, late });
});
