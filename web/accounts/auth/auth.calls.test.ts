import { favorites } from '@scoville/contract/catalogue/favorites.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOf } from '../../platform/lib/query.ts';
import { switchAccount } from './auth.calls.ts';

// The storage for drafts, which is empty.
beforeEach(() => void vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} }));
afterEach(() => void vi.unstubAllGlobals());

/** Polling ends as soon as the pending tasks have run; this is only the limit. */
const soon = { timeout: 5000 };

/**
 * Observes a query that stays on the screen, whose answer depends on the signed-in account; `times` counts its
 * requests.
 */
function shown(client: QueryClient, queryKey: readonly unknown[], ask: (time: number) => Promise<string>) {
  let times = 0;
  const observer = new QueryObserver(client, { queryKey, queryFn: () => ask((times += 1)), staleTime: Infinity });
  observer.subscribe(() => {});
  return { data: () => observer.getCurrentResult().data, times: () => times };
}

it('a song on the screen is refetched at sign-in and sign-out; other data isn’t', async () => {
  const client = new QueryClient();
  const asked = (time: number) => Promise.resolve(`of account ${time}`);
  const track = shown(client, keyOf(media, { params: { id: 'a' } }), asked);
  const list = shown(client, keyOf(favorites), asked);
  await expect.poll(track.data, soon).toBe('of account 1');
  await switchAccount(client, null);
  await expect.poll(track.data, soon).toBe('of account 2');
  expect([list.data(), list.times()]).toEqual(['of account 1', 1]);
});

it('a late answer to the former account is discarded', async () => {
  const client = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const track = shown(client, keyOf(media, { params: { id: 'a' } }), () => new Promise((done) => answers.push(done)));
  await switchAccount(client, null);
  await expect.poll(track.times, soon).toBe(2);
  answers[1]?.('of nobody');
  await expect.poll(track.data, soon).toBe('of nobody');
  answers[0]?.('of Olga');
  await new Promise((resolve) => setImmediate(resolve));
  expect(track.data()).toBe('of nobody');
});
