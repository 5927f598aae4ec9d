import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf } from '../../platform/lib/query.ts';
import { moveUpload } from './uploads.events.ts';

const [ID, OTHER] = ['0195b0c0-0000-7000-8000-000000000001', '0195b0c0-0000-7000-8000-000000000002'];
const UPLOADS = keyOf(uploadProgress);
const QUEUED = { stage: 'Queued', progress: 0 } as const;

function filled(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(UPLOADS, { progress: [ID, OTHER].map((id) => ({ media: { id }, ...QUEUED })), total: 2 });
  return client;
}

it.each([
  ['Transcoding', { stage: 'Transcoding', progress: 41 }, false],
  // A completed upload changes the remaining limit of the plan, so the list is refetched.
  ['Complete', { stage: 'Complete', progress: 41 }, true],
  // A failure is shown only together with its message, which has to be fetched.
  ['Failed', QUEUED, true],
] as const)('an event updates the upload, and its end causes a refetch: %s', (stage, moved, isStale) => {
  const client = filled();
  moveUpload(client, { id: ID, stage, progress: 41, replaces: false });
  expect(client.getQueryData(UPLOADS)).toEqual({
    progress: [
      { media: { id: ID }, ...moved },
      { media: { id: OTHER }, ...QUEUED },
    ],
    total: 2,
  });
  expect(client.getQueryState(UPLOADS)?.isInvalidated).toBe(isStale);
});

it('an event for a replacement leaves the replaced file’s entry complete', () => {
  const client = new QueryClient();
  const first = { media: { id: ID }, stage: 'Complete', progress: 100 } as const;
  client.setQueryData(UPLOADS, { progress: [{ media: { id: ID }, ...QUEUED }, first], total: 2 });
  moveUpload(client, { id: ID, stage: 'Transcoding', progress: 41, replaces: true });
  expect(client.getQueryData(UPLOADS)).toEqual({
    progress: [{ media: { id: ID }, stage: 'Transcoding', progress: 41 }, first],
    total: 2,
  });
});

it('an event without a loaded list adds no data', () => {
  const client = new QueryClient();
  moveUpload(client, { id: ID, stage: 'Checking', progress: 0, replaces: false });
  expect(client.getQueryCache().getAll()).toEqual([]);
});
