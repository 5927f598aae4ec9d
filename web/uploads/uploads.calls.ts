import { removeProgress, uploadProgress } from '@scoville/contract/uploads.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useProcessingEvents } from '../events/processing-events.ts';
import { call } from '../lib/call.ts';
import { keyOf, meQuery, queryOf } from '../lib/query.ts';
import { type Chosen, chosenFiles, noteFailure, subscribe } from './upload-queue.ts';
import { isUnderway } from './upload-rows.ts';

export const useChosen = (): readonly Chosen[] => useSyncExternalStore(subscribe, chosenFiles);

/**
 * The server's entries, which move by its events as long as one is on its way, and are asked for again every four seconds
 * when no events come. An entry that failed is shown from here on by the queue, and taken off the server's list.
 */
export function useUploadProgress() {
  const client = useQueryClient();
  const chosen = useChosen();
  const [active, setActive] = useState(false);
  const every = useProcessingEvents(active);
  const query = useQuery({
    ...queryOf(uploadProgress, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderway(state.data.progress) ? every : false),
  });
  const isActive = query.data !== undefined && isUnderway(query.data.progress);
  if (isActive !== active) setActive(isActive);
  const sent = chosen.filter(({ state }) => state === 'sent').length;
  const finished = query.data?.progress.filter(({ stage }) => stage === 'Complete').length ?? 0;

  // Each accepted file starts the questions again, and changes what the plan has left.
  useEffect(() => {
    if (sent === 0) return;
    void client.invalidateQueries({ queryKey: keyOf(uploadProgress) });
    void client.invalidateQueries({ queryKey: meQuery().queryKey });
  }, [client, sent]);
  useEffect(() => {
    if (finished > 0) void client.invalidateQueries({ queryKey: ['/api/media/user/:id'] });
  }, [client, finished]);

  const entries = query.data?.progress;
  useEffect(() => {
    for (const entry of entries ?? []) {
      if (!entry.error) continue;
      noteFailure(entry.media?.id ?? null, entry.fileName, entry.errorMsg ?? 'This file could not be processed.');
      void takeOff(client, entry.fileName);
    }
  }, [client, entries]);
  return query;
}

/** Takes an entry off the server's list; one that is gone already is no failure. */
export async function takeOff(client: ReturnType<typeof useQueryClient>, fileName: string): Promise<void> {
  await call(removeProgress, { params: { fileName } }).catch(() => undefined);
  await client.invalidateQueries({ queryKey: keyOf(uploadProgress) });
  await client.invalidateQueries({ queryKey: meQuery().queryKey });
}
