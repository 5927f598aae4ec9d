import { expect, it } from 'vitest';
import { countText, waitText } from './figures.ts';

it('HM-10 says a wait in the unit in which one thinks of it', () => {
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

it('shortens figures only where nobody counts any more', () => {
  expect([0, 12_480, 99_999, 3_140_000].map(countText)).toEqual(['0', '12,480', '99,999', '3.1M']);
});
