import { discardReplacement, removeProgress, uploadProgress } from '@scoville/contract/uploads.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { usePollingInterval } from '../events/stream.ts';
import { call } from '../lib/call.ts';
import { keyOf, meQuery, queryOf } from '../lib/query.ts';
import { mediaChanged } from '../media/media.calls.ts';
import { type Chosen, chosenFiles, addFailure, subscribe } from './upload-queue.ts';
import { areUnderway } from './upload-rows.ts';

export const useChosen = (): readonly Chosen[] => useSyncExternalStore(subscribe, chosenFiles);

/**
 * The server's entries, which move by live events, and are asked for again every four seconds when none come and one is
 * on its way. An entry that failed is shown from here on by the queue, and removed from the server's list.
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

  // Each accepted file is a media, starts the questions again, and changes what the plan has left; its end changes it.
  useEffect(() => {
    if (sent + finished > 0) void mediaChanged(client);
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

/** Removes an entry from the server's list; one that is gone already is no failure. */
export async function removeEntry(client: QueryClient, fileName: string): Promise<void> {
  await call(removeProgress, { params: { fileName } }).catch(() => undefined);
  await client.invalidateQueries({ queryKey: keyOf(uploadProgress) });
  await client.invalidateQueries({ queryKey: meQuery().queryKey });
}

/** Gives the file up that is to replace another; the media keeps the one it has. */
export const keepCurrentFile = (mediaId: string) => call(discardReplacement, { params: { id: mediaId } });
