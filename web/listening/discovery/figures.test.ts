import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countText, waitText } from './figures.ts';

it('HM-10 shows a wait in the unit that suits its length', () => {
  expect([0, 45, 2400, 3600, 64_800, 172_799, 172_800, 400_000].map(waitText)).toEqual([
    '1 min',
    '1 min',
    '40 min',
    '1 h',
    '18 h',
    '48 h',
    '2 days',
    '5 days',
  ]);
});

it('shortens only large figures', () => {
  expect([0, 12_480, 99_999, 3_140_000].map(countText)).toEqual(['0', '12,480', '99,999', '3.1M']);
});

it('shortens figures like Intl', () => {
  const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
  fc.assert(
    fc.property(fc.constantFrom(1e6, 1e9, 1e12), fc.double({ min: 0.1, max: 2, noNaN: true }), (size, share) => {
      const count = Math.round(size * share);
      expect(countText(count)).toBe(short.format(count));
    }),
  );
  expect([999_949, 999_950, 999_949_999, 999_950_000].map(countText)).toEqual(['999.9K', '1M', '999.9M', '1B']);
});
