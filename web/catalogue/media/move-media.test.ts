import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { MediaPage } from './media-pages.ts';
import { moveMedia } from './move-media.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }) as MediaSummary) as [MediaSummary, MediaSummary, MediaSummary];
const key = ['list'];

function withPages(next: string | null) {
  const client = new QueryClient();
  const page = { media: [a, b, c], paging: { next } } as unknown as MediaPage;
  client.setQueryData<InfiniteData<MediaPage>>(key, { pages: [page], pageParams: [undefined] });
  return client;
}
const shown = (client: QueryClient) =>
  client.getQueryData<InfiniteData<MediaPage>>(key)?.pages.flatMap(({ media }) => media.map(({ id }) => id));
const isOld = (client: QueryClient) => client.getQueryState(key)?.isInvalidated;
const saved = () => Promise.resolve({});

it('a list is read again if the item moved behind the last loaded one and more pages follow', async () => {
  const [more, all, within] = [withPages('c'), withPages(null), withPages('c')];
  await moveMedia(more, key, [a, b, c], [b, c, a], saved);
  await moveMedia(all, key, [a, b, c], [b, c, a], saved);
  await moveMedia(within, key, [a, b, c], [b, a, c], saved);
  expect([more, all, within].map(isOld)).toEqual([true, false, false]);
  expect([more, all, within].map(shown)).toEqual([
    ['b', 'c', 'a'],
    ['b', 'c', 'a'],
    ['b', 'a', 'c'],
  ]);
});

it('a failed move is undone, and later moves are read again', async () => {
  const client = withPages(null);
  const first = Promise.withResolvers<object>();
  const failing = moveMedia(client, key, [a, b, c], [b, a, c], () => first.promise);
  await moveMedia(client, key, [b, a, c], [b, c, a], saved);
  first.reject(new Error('The server is away.'));
  await expect(failing).rejects.toThrow('The server is away.');
  expect(shown(client)).toEqual(['a', 'b', 'c']);
  expect(isOld(client)).toBe(true);
});
