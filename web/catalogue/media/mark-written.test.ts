import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { markWritten } from './mark-written.ts';

const before = { id: 'a', isFavorite: false, rememberCount: 0 };
const pressed = { isFavorite: true, rememberCount: 1 };

/** A list whose second page is being loaded. */
async function withPageOnItsWay() {
  const client = new QueryClient();
  const answer = Promise.withResolvers<object>();
  const pages = {
    queryKey: ['list'],
    initialPageParam: 0,
    queryFn: ({ pageParam }: { pageParam: number }) => (pageParam === 0 ? { media: [before] } : answer.promise),
    getNextPageParam: (_last: object, all: object[]) => all.length,
  };
  await client.fetchInfiniteQuery(pages);
  const more = client.fetchInfiniteQuery({ ...pages, pages: 2, staleTime: 0 });
  return { client, arrives: () => (answer.resolve({ media: [] }), more) };
}
const shown = (client: QueryClient) =>
  client.getQueryData<{ pages: { media: object[] }[] }>(['list'])?.pages.map(({ media }) => media);

it('keeps a written change when a page requested earlier arrives', async () => {
  const { client, arrives } = await withPageOnItsWay();
  const done = markWritten(client, 'a', pressed, () => false);
  expect(shown(client)).toEqual([[{ ...before, ...pressed }]]);
  await arrives();
  await done;
  expect(shown(client)).toEqual([[{ ...before, ...pressed }], []]);
});

it('keeps the later of two changes, and does not overwrite what a change under way shows', async () => {
  const { client, arrives } = await withPageOnItsWay();
  const back = { isFavorite: false, rememberCount: 4 };
  const first = markWritten(client, 'a', pressed, () => false);
  const slow = Promise.withResolvers<object>();
  const reading = client.fetchQuery({ queryKey: ['another list'], queryFn: () => slow.promise });
  const second = markWritten(client, 'a', back, () => false);
  await arrives();
  await first;
  expect(shown(client)?.[0]).toEqual([before]);
  slow.resolve({});
  await Promise.all([reading, second]);
  expect(shown(client)?.[0]).toEqual([{ ...before, ...back }]);

  const other = await withPageOnItsWay();
  const done = markWritten(other.client, 'a', pressed, () => true);
  await other.arrives();
  await done;
  expect(shown(other.client)?.[0]).toEqual([before]);
});
