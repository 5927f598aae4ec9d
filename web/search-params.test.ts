import { Seed } from '@scoville/contract/values.ts';
import { expect, it } from 'vitest';
import { seed } from './search-params.ts';

it.each([0, 1, '7', 2_147_483_647])('a seed that a call takes is taken from an address: %s', (value) => {
  expect(seed.parse(value)).toBe(Number(value));
  expect(Seed.safeParse(value).success).toBe(true);
});

it.each([-1, 1.5, 2_147_483_648, 99_999_999_999, 'x', {}])('any other counts as none: %s', (value) => {
  expect(seed.parse(value)).toBeUndefined();
  expect(Seed.safeParse(value).success).toBe(false);
});
