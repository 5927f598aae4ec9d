import { expect, it } from 'vitest';
import { playOrigin } from './play-origin.ts';

const at = (pathname: string, hash = '') => ({ pathname, hash });

it('a play originates from the search, a page, the feed of followed musicians, or a list', () => {
  expect(playOrigin(at('/search'), ['song', 'another'])).toBe('search');
  expect(playOrigin(at('/search'), ['song'])).toBe('search');
  expect(playOrigin(at('/junoreyes/0198'), ['song'])).toBe('page');
  expect(playOrigin(at('/genres/soul'), ['song', 'another'])).toBe('list');
  expect(playOrigin(at('/notifications', '#following'), ['song'])).toBe('feed');
  expect(playOrigin(at('/notifications', '#following'), ['song', 'another'])).toBe('feed');
  expect(playOrigin(at('/genres/soul', '#following'), ['song', 'another'])).toBe('list');
});
