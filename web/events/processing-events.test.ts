import { mediaOfUser } from '@scoville/contract/media-lists.ts';
import { media as mediaEndpoint } from '@scoville/contract/media.ts';
import { uploadProgress } from '@scoville/contract/uploads.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf } from '../lib/query.ts';
import { move } from './processing-events.ts';

const [ID, OTHER] = ['0195b0c0-0000-7000-8000-000000000001', '0195b0c0-0000-7000-8000-000000000002'];
const UPLOADS = keyOf(uploadProgress);
const LIST = keyOf(mediaOfUser, { params: { id: OTHER }, body: { pagingOptions: { page: 1, size: 20 } } });
const ONE = keyOf(mediaEndpoint, { params: { id: ID } });

function filled(): QueryClient {
  const client = new QueryClient();
  const queued = { stage: 'Queued', progress: 0, replaces: false };
  const entries = [ID, OTHER].map((id) => ({ media: { id }, ...queued }));
  client.setQueryData(UPLOADS, { progress: entries, total: 2 });
  client.setQueryData(LIST, { media: [ID, OTHER].map((id) => ({ id, ...queued })), total: 2 });
  client.setQueryData(ONE, { id: ID, ...queued });
  return client;
}
const isStale = (client: QueryClient) => [UPLOADS, LIST, ONE].map((key) => client.getQueryState(key)?.isInvalidated);

it('an event moves the media wherever it is shown, and nothing else, without a question', () => {
  const client = filled();
  move(client, { id: ID, stage: 'Transcoding', progress: 41, replaces: false });
  const moved = { stage: 'Transcoding', progress: 41, replaces: false };
  const still = { stage: 'Queued', progress: 0, replaces: false };
  expect(client.getQueryData(UPLOADS)).toMatchObject({ progress: [moved, still], total: 2 });
  expect(client.getQueryData(LIST)).toMatchObject({ media: [moved, still], total: 2 });
  expect(client.getQueryData(ONE)).toMatchObject(moved);
  expect(isStale(client)).toEqual([false, false, false]);
});

it('the end of the processing is read, because it brings more than a stage', () => {
  const client = filled();
  move(client, { id: ID, stage: 'Complete', progress: 100, replaces: false });
  expect(client.getQueryData(UPLOADS)).toMatchObject({ progress: [{ stage: 'Complete' }, { stage: 'Queued' }] });
  expect(isStale(client)).toEqual([true, true, true]);
});

it('a failure appears together with its sentence, which is read', () => {
  const client = filled();
  move(client, { id: ID, stage: 'Failed', progress: 41, replaces: false });
  expect(client.getQueryData(UPLOADS)).toMatchObject({ progress: [{ stage: 'Queued' }, { stage: 'Queued' }] });
  expect(isStale(client)).toEqual([true, true, true]);
});

it('what is not shown anywhere is not made up', () => {
  const client = new QueryClient();
  move(client, { id: ID, stage: 'Probing', progress: 0, replaces: false });
  expect(client.getQueryCache().getAll()).toEqual([]);
});
