import { Seed } from '@scoville/contract/platform/lib/values.ts';
import { expect, it } from 'vitest';
import { flag, mediaFilter, number, page, createSearchValidator, seed, text, words } from './search-params.ts';

it.each([0, 1, '7', 2_147_483_647])('accepts a seed in an address if the API accepts it: %s', (value) => {
  expect(seed(value)).toBe(Number(value));
  expect(Seed.safeParse(value).success).toBe(true);
});

it.each([-1, 1.5, 2_147_483_648, 99_999_999_999, 'x', {}])('ignores any other seed: %s', (value) => {
  expect(seed(value)).toBeUndefined();
  expect(Seed.safeParse(value).success).toBe(false);
});

it('reads the parameters of an address, and ignores damaged ones', () => {
  const read = createSearchValidator({ page, q: words, filter: text, open: flag, t: number });
  expect(read({ page: '2', q: 100, filter: 'x', open: true, t: 7, more: 1 })).toEqual({
    page: 2,
    q: '100',
    filter: 'x',
    open: true,
    t: 7,
  });
  expect(read({ q: true })).toEqual({ q: 'true' });
  for (const damaged of [{}, null, []])
    expect(read({ page: damaged, q: damaged, filter: damaged, open: damaged, t: damaged })).toEqual({});
  expect(read({ page: 0, filter: 7, open: 'true', t: -1 })).toEqual({});
  // The key is present, so that its value replaces the one in the address.
  expect(read({ page: 1001, t: 1.5 })).toStrictEqual({ page: undefined, t: undefined });
  expect(read({ page: ' ', t: '' })).toEqual({});
});

it('reads a list’s filter from its address', () => {
  const read = createSearchValidator(mediaFilter);
  expect(read({ facets: { songs: true, local: 'x', more: true }, distance: 5 })).toEqual({
    facets: { songs: true },
    distance: 5,
  });
  expect(read({ facets: 'songs', filters: false })).toEqual({ filters: false });
});
