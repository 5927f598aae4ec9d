import { discardReplacement, removeProgress, uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { usePollingInterval } from '../../platform/events/stream.ts';
import { call } from '../../platform/lib/call.ts';
import { keyOf, meQuery, queryOf } from '../../platform/lib/query.ts';
import { invalidateMedia } from '../media/media.calls.ts';
import { type Chosen, chosenFiles, addFailure, subscribe } from './upload-queue.ts';
import { areUnderway } from './upload-rows.ts';

export const useChosen = (): readonly Chosen[] => useSyncExternalStore(subscribe, chosenFiles);

/**
 * The server's upload entries. Live events update them; without live events they are polled every four seconds while an
 * upload is in progress. A failed entry is moved to the queue, which shows it from then on, and removed from the
 * server's list.
 */
export function useUploadProgress() {
  const client = useQueryClient();
  const chosen = useChosen();
  const every = usePollingInterval();
  const query = useQuery({
    ...queryOf(uploadProgress, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && areUnderway(state.data.progress) ? every : false),
  });
  const sent = chosen.filter(({ state }) => state === 'sent').length;
  const finished = query.data?.progress.filter(({ stage }) => stage === 'Complete').length ?? 0;

  // Each accepted file becomes a media item, restarts the polling, and changes the remaining limit of the plan; so does
  // its completion.
  useEffect(() => {
    if (sent + finished > 0) void invalidateMedia(client);
  }, [client, sent, finished]);

  const entries = query.data?.progress;
  useEffect(() => {
    for (const entry of entries ?? []) {
      if (!entry.error) continue;
      const { media, replaces, fileName, errorMsg } = entry;
      addFailure(media?.id ?? null, replaces, fileName, errorMsg ?? 'This file could not be processed.');
      void removeEntry(client, fileName);
    }
  }, [client, entries]);
  return query;
}

/** Removes an entry from the server's list; a missing entry is not an error. */
export async function removeEntry(client: QueryClient, fileName: string): Promise<void> {
  await call(removeProgress, { params: { fileName } }).catch(() => undefined);
  await client.invalidateQueries({ queryKey: keyOf(uploadProgress) });
  await client.invalidateQueries({ queryKey: meQuery().queryKey });
}

/** Discards the replacement file; the media item keeps its current one. */
export const keepCurrentFile = (mediaId: string) => call(discardReplacement, { params: { id: mediaId } });
