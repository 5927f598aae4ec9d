import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { cacheAnswer } from './cache-answer.ts';

/** A cached number, shown on the screen or not, whose reads are answered by the test. */
function numberOf(isShown: boolean, known?: number) {
  const client = new QueryClient();
  const queryKey = ['number'];
  if (known !== undefined) client.setQueryData(queryKey, known);
  const reads: ((answer: number) => void)[] = [];
  const options = { queryKey, queryFn: () => new Promise<number>((resolve) => reads.push(resolve)) };
  const end = isShown ? new QueryObserver(client, options).subscribe(() => {}) : () => {};
  if (!isShown) void client.prefetchQuery(options);
  return { client, queryKey, reads, end, shown: () => client.getQueryData(queryKey) };
}

it.each([undefined, 1])('a running read doesn’t overwrite newer data (before: %s)', async (known) => {
  const { client, queryKey, reads, end, shown } = numberOf(true, known);
  expect(reads).toHaveLength(1);
  cacheAnswer(client, queryKey, 3);
  expect(shown()).toBe(3);
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[0]!(0);
  await Promise.resolve();
  expect(shown()).toBe(3);
  reads[1]!(4);
  await vi.waitFor(() => expect(shown()).toBe(4));
  end();
});

it('data that isn’t on the screen isn’t read again', async () => {
  const { client, queryKey, reads, shown } = numberOf(false);
  cacheAnswer(client, queryKey, 3);
  reads[0]!(0);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect([shown(), reads.length]).toEqual([3, 1]);
});

it('without a running read nothing is fetched, and a function updates the data', () => {
  const { client, queryKey } = numberOf(false, 1);
  void client.cancelQueries({ queryKey });
  cacheAnswer(client, queryKey, (before) => (before as number) + 1);
  expect([client.getQueryData(queryKey), client.isFetching()]).toEqual([2, 0]);
});
