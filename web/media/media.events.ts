import { PAGES, type Reply } from '@scoville/contract/endpoint.ts';
import type { MediaProgress } from '@scoville/contract/media-events.ts';
import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import { type Media, media as mediaEndpoint } from '@scoville/contract/media.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { keyOf } from '../lib/query.ts';
import { OWN_MEDIA, isProcessing } from './media.calls.ts';
import type { MediaPage } from './media-pages.ts';

const DOCUMENTS = [mediaEndpoint.path];

/** Own media move by live events, on their pages and in the list of them. Returns what ends it. */
export function followMediaEvents(client: QueryClient): () => void {
  const ends = [on('media', (progress) => moveMedia(client, progress)), on('resync', () => resyncMedia(client))];
  return () => ends.forEach((end) => end());
}

/** Reads again what may have missed an event: where nothing is processed there was none. */
export function resyncMedia(client: QueryClient): void {
  for (const queryKey of [OWN_MEDIA, DOCUMENTS])
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => showsProcessing(state.data) });
}

const showsProcessing = (data: unknown): boolean => {
  const shown = data as Media | Reply<typeof mediaOfUser> | undefined;
  if (shown === undefined) return false;
  return ('media' in shown ? shown.media : [shown]).some(isProcessing);
};

/** The pages of a profile, which play what is complete. */
const isAmong = (id: string, data: unknown): boolean =>
  (data as InfiniteData<MediaPage> | undefined)?.pages.some(({ media }) => media.some((one) => one.id === id)) ?? false;

/** Writes how far a media is where it is shown; its end brings more than a stage, so it is read. */
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
  // Of a file that is to replace another the media shows how far it is, and goes on being what it was.
  const change = (media: Media): Media =>
    replaces ? { ...media, replacement: { stage, progress, error: null } } : { ...media, stage, progress };
  client.setQueryData<Reply<typeof mediaEndpoint>>(one, (old) => old && change(old));
  client.setQueriesData<Reply<typeof mediaOfUser>>(
    { queryKey: OWN_MEDIA },
    (old) => old && { ...old, media: old.media.map((media) => (media.id === id ? change(media) : media)) },
  );
}
