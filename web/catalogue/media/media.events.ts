import { PAGES, type Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { MediaProgress } from '@scoville/contract/catalogue/media/media-events.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Media, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { keyOf } from '../../platform/lib/query.ts';
import { OWN_MEDIA, isProcessing } from './media.calls.ts';
import type { MediaPage } from './media-pages.ts';

const DOCUMENTS = [mediaEndpoint.path];

/**
 * Updates the user's own media from live events, on their pages and in their list. Returns a function that stops this.
 */
export function followMediaEvents(client: QueryClient): () => void {
  const ends = [on('media', (progress) => moveMedia(client, progress)), on('resync', () => resyncMedia(client))];
  return () => ends.forEach((end) => end());
}

/** Refetches data that may have missed an event. Without an item in processing, there was no event to miss. */
export function resyncMedia(client: QueryClient): void {
  for (const queryKey of [OWN_MEDIA, DOCUMENTS])
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => showsProcessing(state.data) });
}

const showsProcessing = (data: unknown): boolean => {
  const shown = data as Media | Reply<typeof mediaOfUser> | undefined;
  if (shown === undefined) return false;
  return ('media' in shown ? shown.media : [shown]).some(isProcessing);
};

/** The lists on profiles, which play completed items. */
const isAmong = (id: string, data: unknown): boolean =>
  (data as InfiniteData<MediaPage> | undefined)?.pages.some(({ media }) => media.some((one) => one.id === id)) ?? false;

/**
 * Writes an item's processing state wherever it is shown. At the end of processing more than the stage changes, so the
 * item is refetched.
 */
export function moveMedia(client: QueryClient, { id, stage, progress, replaces }: MediaProgress): void {
  const one = keyOf(mediaEndpoint, { params: { id } });
  if (stage === 'Complete' || stage === 'Failed') {
    for (const queryKey of [OWN_MEDIA, one]) void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({
      queryKey: [mediaOfUser.path],
      predicate: ({ queryKey, state }) => queryKey.at(-1) === PAGES && isAmong(id, state.data),
    });
    return;
  }
  // A replacement has a progress of its own; the item itself keeps its stage until the replacement is done.
  const change = (media: Media): Media =>
    replaces ? { ...media, replacement: { stage, progress, error: null } } : { ...media, stage, progress };
  client.setQueryData<Reply<typeof mediaEndpoint>>(one, (old) => old && change(old));
  client.setQueriesData<Reply<typeof mediaOfUser>>(
    { queryKey: OWN_MEDIA },
    (old) => old && { ...old, media: old.media.map((media) => (media.id === id ? change(media) : media)) },
  );
}
