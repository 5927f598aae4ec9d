import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { genrePositions, genres } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { QueryClient } from '@tanstack/react-query';
import { type Mock, beforeEach, expect, it, vi } from 'vitest';
import { keyOf } from '../../platform/lib/query.ts';
import { arrangeCategories, genresQuery } from './categories.calls.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../platform/lib/call.ts', async (original) => ({ ...(await original<object>()), call }));

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, kind: 'genre' }) as Category) as [Category, Category, Category];
const key = keyOf(genres);
const replyOf = (categories: readonly Category[]) => ({ genres: categories, total: categories.length });

function listed() {
  const client = new QueryClient();
  client.setQueryData(key, replyOf([a, b, c]));
  return client;
}
const shown = (client: QueryClient) =>
  client
    .getQueryData<{ genres: Category[] }>(key)
    ?.genres.map(({ id }) => id)
    .join('');
const isOld = (client: QueryClient) => client.getQueryState(key)?.isInvalidated;

/** The running saves, oldest first; each waits for its answer from the test. */
let saves: { ids: string; answer: PromiseWithResolvers<object> }[];
beforeEach(() => {
  saves = [];
  call.mockReset();
  call.mockImplementation((endpoint: unknown, { body }: { body: { positions: { id: string }[] } }) => {
    expect(endpoint).toBe(genrePositions);
    const answer = Promise.withResolvers<object>();
    saves.push({ ids: body.positions.map(({ id }) => id).join(''), answer });
    return answer.promise;
  });
});
const nextSave = (count: number) => vi.waitFor(() => expect(saves).toHaveLength(count));
const asked = () => saves.map(({ ids }) => ids);

it('a second move waits for the first, whose answer doesn’t revert the second', async () => {
  const client = listed();
  const first = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(1);
  const second = arrangeCategories(client, 'genre', [b, c, a]);
  await vi.waitFor(() => expect(shown(client)).toBe('bca'));
  expect(asked()).toEqual(['bac']);
  saves[0]?.answer.resolve(replyOf([b, a, c]));
  await first;
  expect(shown(client)).toBe('bca');
  await nextSave(2);
  expect(asked()).toEqual(['bac', 'bca']);
  saves[1]?.answer.resolve({ ...replyOf([b, c, a]), total: 4 });
  await second;
  expect(client.getQueryData(key)).toEqual({ ...replyOf([b, c, a]), total: 4 });
});

it('a failed first move doesn’t revert a later one', async () => {
  const client = listed();
  const first = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(1);
  const second = arrangeCategories(client, 'genre', [b, c, a]);
  await vi.waitFor(() => expect(shown(client)).toBe('bca'));
  saves[0]?.answer.reject(new Error('The server is away.'));
  await expect(first).rejects.toThrow('The server is away.');
  expect(shown(client)).toBe('bca');
  await nextSave(2);
  saves[1]?.answer.resolve(replyOf([b, c, a]));
  await second;
  expect(shown(client)).toBe('bca');
});

it('a failed move is reverted and the order refetched; after an earlier move the order is only refetched', async () => {
  const client = listed();
  const alone = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(1);
  saves[0]?.answer.reject(new Error('The server is away.'));
  await expect(alone).rejects.toThrow('The server is away.');
  expect([shown(client), isOld(client)]).toEqual(['abc', true]);

  const first = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(2);
  const second = arrangeCategories(client, 'genre', [b, c, a]);
  await vi.waitFor(() => expect(shown(client)).toBe('bca'));
  saves[1]?.answer.resolve(replyOf([b, a, c]));
  await first;
  await nextSave(3);
  saves[2]?.answer.reject(new Error('The server is away.'));
  await expect(second).rejects.toThrow('The server is away.');
  expect([shown(client), isOld(client)]).toEqual(['bca', true]);
});

it('a list whose read started before a move doesn’t restore the old order', async () => {
  const client = listed();
  const read = Promise.withResolvers<object>();
  const reading = client.fetchQuery({ queryKey: key, queryFn: () => read.promise, staleTime: 0 }).catch(() => {});
  const moving = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(1);
  read.resolve(replyOf([a, b, c]));
  await reading;
  expect(shown(client)).toBe('bac');
  saves[0]?.answer.resolve(replyOf([b, a, c]));
  await moving;
});

it('a list read during a move shows new and renamed genres in the moved order, and is refetched after the move', async () => {
  const client = listed();
  const moving = arrangeCategories(client, 'genre', [b, a, c]);
  await nextSave(1);
  const renamed = { ...a, name: 'Of today' };
  const added = { id: 'd', kind: 'genre' } as Category;
  call.mockResolvedValueOnce(replyOf([added, renamed, b, c]));
  await client.fetchQuery({ ...genresQuery, staleTime: 0 });
  expect(client.getQueryData(key)).toEqual(replyOf([b, renamed, c, added]));
  expect(isOld(client)).toBe(false);
  saves[0]?.answer.resolve(replyOf([b, a, c]));
  await moving;
  expect(isOld(client)).toBe(true);
});
