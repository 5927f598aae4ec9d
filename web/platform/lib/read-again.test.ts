import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { readAgain } from './read-again.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/**
 * A list on the screen whose answers the test releases. Each answer is the server's state at the time of the request.
 */
function shownList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { has: 'old' };
  const held: { give: () => void; fail: () => void }[] = [];
  const queryKey = ['list'];
  const queryFn = () => {
    const { has } = server;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    held.push({ give: () => resolve(has), fail: () => reject(new Error('Away.')) });
    return promise;
  };
  ends.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}));
  const shown = () => client.getQueryData(queryKey);
  const asked = (times: number) => vi.waitFor(() => expect(held).toHaveLength(times));
  return { client, server, held, queryKey, shown, asked };
}

it('a list that changes while it is read is read once afterwards, however often that is requested', async () => {
  const { client, server, held, queryKey, shown, asked } = shownList();
  await asked(1);
  server.has = 'new';
  const read = [1, 2, 3].map(() => readAgain(client, { queryKey }));
  expect(held).toHaveLength(1);
  held[0]!.give();
  await asked(2);
  expect(shown()).toBe('old');
  // A change during the second read requires a third.
  server.has = 'newest';
  read.push(readAgain(client, { queryKey }));
  held[1]!.give();
  await asked(3);
  expect(shown()).toBe('new');
  held[2]!.give();
  await Promise.all(read);
  expect([shown(), held.length]).toEqual(['newest', 3]);
});

it('an idle list is read at once, and a failed read is repeated afterwards', async () => {
  const { client, server, held, queryKey, shown, asked } = shownList();
  held[0]!.give();
  await vi.waitFor(() => expect(shown()).toBe('old'));
  server.has = 'new';
  const first = readAgain(client, { queryKey });
  await asked(2);
  const second = readAgain(client, { queryKey });
  held[1]!.fail();
  await asked(3);
  held[2]!.give();
  await Promise.all([first, second]);
  expect([shown(), held.length]).toEqual(['new', 3]);
});

it('a read that was cancelled to show newer data is not repeated, and the data counts as stale', async () => {
  const { client, held, queryKey, shown, asked } = shownList();
  held[0]!.give();
  await vi.waitFor(() => expect(shown()).toBe('old'));
  const first = readAgain(client, { queryKey });
  await asked(2);
  const second = readAgain(client, { queryKey });
  await client.cancelQueries({ queryKey });
  await Promise.all([first, second]);
  expect([shown(), held.length]).toEqual(['old', 2]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('a click on Show More is not lost, and all pages are read again after it', async () => {
  const client = new QueryClient();
  const held: (() => void)[] = [];
  let version = 1;
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => {
      const answer = `page ${pageParam} of ${version}`;
      const { promise, resolve } = Promise.withResolvers<string>();
      held.push(() => resolve(answer));
      return promise;
    },
    getNextPageParam: (_last, all) => (all.length < 2 ? all.length + 1 : undefined),
  });
  ends.push(observer.subscribe(() => {}));
  const pages = () => observer.getCurrentResult().data?.pages;
  held[0]!();
  await vi.waitFor(() => expect(pages()).toEqual(['page 1 of 1']));
  void observer.fetchNextPage();
  await vi.waitFor(() => expect(held).toHaveLength(2));
  version = 2;
  const read = readAgain(client, { queryKey: ['pages'] });
  for (const at of [1, 2, 3]) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(at));
    held[at]!();
  }
  await read;
  expect(pages()).toEqual(['page 1 of 2', 'page 2 of 2']);
});
