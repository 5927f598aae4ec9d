import { type Ad, adPositions } from '@scoville/contract/business/ads/ads.ts';
import { QueryClient } from '@tanstack/react-query';
import { type Mock, beforeEach, expect, it, vi } from 'vitest';
import { adsQuery, sortAds } from './ads.calls.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../platform/lib/call.ts', async (original) => ({ ...(await original<object>()), call }));

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }) as Ad) as [Ad, Ad, Ad];
const { queryKey } = adsQuery;

function listed() {
  const client = new QueryClient();
  client.setQueryData(queryKey, { ads: [a, b, c], total: 3, settings: null });
  return client;
}
const shown = (client: QueryClient) =>
  client
    .getQueryData(queryKey)
    ?.ads.map(({ id }) => id)
    .join('');
const isOld = (client: QueryClient) => client.getQueryState(queryKey)?.isInvalidated;

/** The running saves, oldest first; each waits for its answer from the test. */
let saves: { order: string; answer: PromiseWithResolvers<object> }[];
beforeEach(() => {
  saves = [];
  call.mockReset();
  call.mockImplementation(
    (endpoint: unknown, { body }: { body: { positions: { id: string; position: number }[] } }) => {
      expect(endpoint).toBe(adPositions);
      expect(body.positions.map(({ position }) => position)).toEqual([1, 2, 3]);
      const answer = Promise.withResolvers<object>();
      saves.push({ order: body.positions.map(({ id }) => id).join(''), answer });
      return answer.promise;
    },
  );
});
const nextSave = (count: number) => vi.waitFor(() => expect(saves).toHaveLength(count));
const asked = () => saves.map(({ order }) => order);
const answer = (count: number) => saves[count - 1]?.answer;

it('a second move waits for the first, and the list isn’t refetched before both are saved', async () => {
  const client = listed();
  const first = sortAds(client, [b, a, c]);
  await nextSave(1);
  const second = sortAds(client, [b, c, a]);
  await vi.waitFor(() => expect(shown(client)).toBe('bca'));
  expect(asked()).toEqual(['bac']);
  answer(1)?.resolve({});
  await first;
  expect([shown(client), isOld(client)]).toEqual(['bca', false]);
  await nextSave(2);
  expect(asked()).toEqual(['bac', 'bca']);
  answer(2)?.resolve({});
  await second;
  expect([shown(client), isOld(client)]).toEqual(['bca', true]);
});

it('a failed move is reverted, unless another move followed; then the order is refetched', async () => {
  const client = listed();
  const alone = sortAds(client, [b, a, c]);
  await nextSave(1);
  answer(1)?.reject(new Error('The server is away.'));
  await expect(alone).rejects.toThrow('The server is away.');
  expect([shown(client), isOld(client)]).toEqual(['abc', true]);

  const first = sortAds(client, [b, a, c]);
  await nextSave(2);
  const second = sortAds(client, [b, c, a]);
  await vi.waitFor(() => expect(shown(client)).toBe('bca'));
  answer(2)?.reject(new Error('The server is away.'));
  await expect(first).rejects.toThrow('The server is away.');
  expect(shown(client)).toBe('bca');
  await nextSave(3);
  answer(3)?.reject(new Error('The server is away.'));
  await expect(second).rejects.toThrow('The server is away.');
  expect([shown(client), isOld(client)]).toEqual(['bca', true]);
});

it('a list whose read started before a move doesn’t restore the old order', async () => {
  const client = listed();
  const read = Promise.withResolvers<{ ads: Ad[]; total: number; settings: null }>();
  const reading = client.fetchQuery({ queryKey, queryFn: () => read.promise, staleTime: 0 }).catch(() => {});
  const moving = sortAds(client, [b, a, c]);
  await nextSave(1);
  read.resolve({ ads: [a, b, c], total: 3, settings: null });
  await reading;
  expect(shown(client)).toBe('bac');
  answer(1)?.resolve({});
  await moving;
});

it('a list read during a move shows new ads and changes in the moved order', async () => {
  const client = listed();
  const moving = sortAds(client, [b, a, c]);
  await nextSave(1);
  const changed = { ...a, title: 'Of today' };
  const added = { id: 'd' } as Ad;
  call.mockResolvedValueOnce({ ads: [added, changed, b, c], total: 4, settings: null });
  await client.fetchQuery({ ...adsQuery, staleTime: 0 });
  expect(client.getQueryData(queryKey)?.ads).toEqual([b, changed, c, added]);
  answer(1)?.resolve({});
  await moving;
});
