import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf } from '../../platform/lib/query.ts';
import { ownMediaQuery } from './media.calls.ts';
import { moveMedia, resyncMedia } from './media.events.ts';

const [ID, OTHER] = ['0195b0c0-0000-7000-8000-000000000001', '0195b0c0-0000-7000-8000-000000000002'];
const LIST = ownMediaQuery(OTHER, { filter: '', page: 1, every: 4000 }).queryKey;
/** The list on a musician's page, which is loaded page by page. */
const PROFILE = [...keyOf(mediaOfUser, { params: { id: OTHER }, body: { published: true } }), 'pages'];
const ONE = keyOf(mediaEndpoint, { params: { id: ID } });
const QUEUED = { stage: 'Queued', progress: 0, replacement: null } as const;

function filled(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(LIST, { media: [ID, OTHER].map((id) => ({ id, ...QUEUED })), total: 2 } as never);
  client.setQueryData(PROFILE, { pages: [{ media: [{ id: ID }] }], pageParams: [undefined] });
  client.setQueryData(ONE, { id: ID, ...QUEUED });
  return client;
}
const isStale = (client: QueryClient) => [LIST, ONE, PROFILE].map((key) => client.getQueryState(key)?.isInvalidated);

it('an event updates its item wherever the item’s processing is shown, and no other data, without a request', () => {
  const client = filled();
  moveMedia(client, { id: ID, stage: 'Transcoding', progress: 41, replaces: false });
  const moved = { id: ID, ...QUEUED, stage: 'Transcoding', progress: 41 };
  expect(client.getQueryData(LIST)).toEqual({ media: [moved, { id: OTHER, ...QUEUED }], total: 2 });
  expect(client.getQueryData(ONE)).toEqual(moved);
  expect(client.getQueryData(PROFILE)).toEqual({ pages: [{ media: [{ id: ID }] }], pageParams: [undefined] });
  expect(isStale(client)).toEqual([false, false, false]);
});

it('an event for a replacement file updates only the replacement’s stage and progress', () => {
  const client = filled();
  moveMedia(client, { id: ID, stage: 'Transcoding', progress: 41, replaces: true });
  const moved = { id: ID, ...QUEUED, replacement: { stage: 'Transcoding', progress: 41, error: null } };
  expect(client.getQueryData(ONE)).toEqual(moved);
  expect(client.getQueryData(LIST)).toEqual({ media: [moved, { id: OTHER, ...QUEUED }], total: 2 });
});

it.each(['Complete', 'Failed'] as const)('the end of processing triggers a refetch: %s', (stage) => {
  const client = filled();
  moveMedia(client, { id: ID, stage, progress: 100, replaces: false });
  expect(client.getQueryData(ONE)).toEqual({ id: ID, ...QUEUED });
  expect(isStale(client)).toEqual([true, true, true]);
  const other = filled();
  moveMedia(other, { id: OTHER, stage, progress: 100, replaces: false });
  expect(isStale(other)).toEqual([true, false, false]);
});

it('an event for an item that is not in the cache adds nothing', () => {
  const client = new QueryClient();
  moveMedia(client, { id: ID, stage: 'Checking', progress: 0, replaces: false });
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it('a resync refetches everything that shows an item in processing, and no other data', () => {
  const client = filled();
  resyncMedia(client);
  expect(isStale(client)).toEqual([true, true, false]);
  const done = { stage: 'Complete', progress: 100, replacement: null };
  client.setQueryData(LIST, { media: [{ id: ID, ...done }], total: 1 } as never);
  client.setQueryData(ONE, { id: ID, ...done });
  resyncMedia(client);
  expect(isStale(client)).toEqual([false, false, false]);
  client.setQueryData(ONE, { id: ID, ...done, replacement: { stage: 'Checking', progress: 0, error: null } });
  resyncMedia(client);
  expect(isStale(client)).toEqual([false, true, false]);
});
