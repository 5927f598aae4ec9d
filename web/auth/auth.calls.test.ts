import { favorites } from '@scoville/contract/favorites.ts';
import { media } from '@scoville/contract/media.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOf } from '../lib/query.ts';
import { switchAccount } from './auth.calls.ts';

// Where drafts are kept; there are none.
beforeEach(() => void vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} }));
afterEach(() => void vi.unstubAllGlobals());

/** It takes no time but that of the tasks that are due. */
const soon = { timeout: 5000 };

/** What goes on showing the answer of a call, each time in the name of whoever is signed in; returns how often it asked. */
function shown(client: QueryClient, queryKey: readonly unknown[], ask: (time: number) => Promise<string>) {
  let times = 0;
  const observer = new QueryObserver(client, { queryKey, queryFn: () => ask((times += 1)), staleTime: Infinity });
  observer.subscribe(() => {});
  return { data: () => observer.getCurrentResult().data, times: () => times };
}

it('a media that stays shown is asked for again when somebody signs in or out; nothing else is', async () => {
  const client = new QueryClient();
  const asked = (time: number) => Promise.resolve(`of account ${time}`);
  const track = shown(client, keyOf(media, { params: { id: 'a' } }), asked);
  const list = shown(client, keyOf(favorites), asked);
  await expect.poll(track.data, soon).toBe('of account 1');
  await switchAccount(client, null);
  await expect.poll(track.data, soon).toBe('of account 2');
  expect([list.data(), list.times()]).toEqual(['of account 1', 1]);
});

it('an answer to the former account that comes afterwards is not kept', async () => {
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
