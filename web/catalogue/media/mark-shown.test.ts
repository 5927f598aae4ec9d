import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { markShown, withMark } from './mark-shown.ts';

const song = (id: string) => ({ id, title: id, isFavorite: false, rememberCount: 0 });

it('changes a media item wherever it occurs in the value, and no other item', () => {
  const value = { pages: [{ media: [song('a'), song('b')], paging: { next: null } }], musician: { id: 'a' } };
  const marked = withMark(value, 'a', { isFavorite: true }) as typeof value;
  expect(marked).toEqual({
    ...value,
    pages: [{ media: [{ ...song('a'), isFavorite: true }, song('b')], paging: { next: null } }],
  });
  expect(marked.musician).toBe(value.musician);
  expect(withMark(value, 'c', { isFavorite: true })).toBe(value);
});

it('keeps the age of the cached data', () => {
  const client = new QueryClient();
  client.setQueryData(['list'], [song('a')], { updatedAt: 5 });
  client.setQueryData(['none'], null, { updatedAt: 6 });
  markShown(client, 'a', { rememberCount: 1 });
  expect(client.getQueryData(['list'])).toEqual([{ ...song('a'), rememberCount: 1 }]);
  expect(client.getQueryState(['list'])?.dataUpdatedAt).toBe(5);
  expect(client.getQueryState(['none'])?.dataUpdatedAt).toBe(6);
});
