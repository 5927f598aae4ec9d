import { expect, it } from 'vitest';
import { playOrigin } from './play-origin.ts';

it('a play begins in the search, on a page, or in a list', () => {
  expect(playOrigin('/search', ['song', 'another'])).toBe('search');
  expect(playOrigin('/search', ['song'])).toBe('search');
  expect(playOrigin('/junoreyes/0198', ['song'])).toBe('page');
  expect(playOrigin('/genres/soul', ['song', 'another'])).toBe('list');
});
