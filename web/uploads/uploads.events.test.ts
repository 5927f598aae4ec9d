import { uploadProgress } from '@scoville/contract/uploads.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keyOf } from '../lib/query.ts';
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
  // It brings what the plan has left.
  ['Complete', { stage: 'Complete', progress: 41 }, true],
  // It appears together with its sentence, which is read.
  ['Failed', QUEUED, true],
] as const)('an event moves the upload, and its end is read: %s', (stage, moved, isStale) => {
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

it('a file that is to replace another leaves that one complete', () => {
  const client = new QueryClient();
  const first = { media: { id: ID }, stage: 'Complete', progress: 100 } as const;
  client.setQueryData(UPLOADS, { progress: [{ media: { id: ID }, ...QUEUED }, first], total: 2 });
  moveUpload(client, { id: ID, stage: 'Transcoding', progress: 41, replaces: true });
  expect(client.getQueryData(UPLOADS)).toEqual({
    progress: [{ media: { id: ID }, stage: 'Transcoding', progress: 41 }, first],
    total: 2,
  });
});

it('what is not shown anywhere is not made up', () => {
  const client = new QueryClient();
  moveUpload(client, { id: ID, stage: 'Checking', progress: 0, replaces: false });
  expect(client.getQueryCache().getAll()).toEqual([]);
});
