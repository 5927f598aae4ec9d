import { type BodyInput, PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import {
  type Playlist,
  addToPlaylist,
  createPlaylist,
  deletePlaylist,
  moveInPlaylist,
  ownPlaylists,
  playlist,
  playlistMedia,
  playlistsOf,
  removeFromPlaylist,
  updatePlaylist,
} from '@scoville/contract/catalogue/playlists/playlists.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';
import { keyOf } from '../../platform/lib/query.ts';
import { pagesKey } from '../media/media-pages.ts';
import { moveMedia } from '../media/move-media.ts';

/** The account's own playlists. With the id of an item, each playlist has a flag for whether it contains that item. */
export const ownPlaylistPages = (media?: string) => {
  const query = { ...(media !== undefined && { media }) };
  return infiniteQueryOptions({
    queryKey: [...keyOf(ownPlaylists, { query }), PAGES],
    queryFn: ({ pageParam, signal }) => call(ownPlaylists, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
    // The list is always stale, because playlists may have been changed in another tab.
    staleTime: 0,
  });
};

/** The public playlists of an account. */
export const playlistPagesOf = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(playlistsOf, { params: { id: userId } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(playlistsOf, { params: { id: userId }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** The cache key of a playlist's items. The server may send the first page of them along with the HTML. */
export const mediaKey = (playlistId: string) => keyOf(playlistMedia, { params: { playlistId } });

/** Fetches a page of a playlist's items. */
export const mediaPage = (playlistId: string, cursor: string | undefined, signal?: AbortSignal, size?: number) =>
  call(playlistMedia, { params: { playlistId }, query: { cursor, size }, ...(signal && { signal }) });

/** The maximum number of items of one call. */
const MOST_AT_ONCE = 100;

/** Fetches all items after a page of a playlist. */
export async function mediaAfter(playlistId: string, next: string | null): Promise<MediaSummary[]> {
  const media: MediaSummary[] = [];
  for (let cursor = next; cursor !== null;) {
    const page = await mediaPage(playlistId, cursor, undefined, MOST_AT_ONCE);
    media.push(...page.media);
    cursor = page.paging.next;
  }
  return media;
}

/** Refetches everything that shows playlists, after playlists changed. */
export const invalidatePlaylists = (client: QueryClient): Promise<void> => {
  const paths: readonly unknown[] = [ownPlaylists.path, playlistsOf.path, playlist.path, playlistMedia.path];
  return client.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(queryKey[0]) });
};

/** Creates a playlist. A retry after a lost response has the same idempotency key, so the playlist is created once. */
const makePlaylist = withIdempotencyKeys(
  (body: BodyInput<typeof createPlaylist>, idempotencyKey) => call(createPlaylist, { body, idempotencyKey }),
  ({ name }) => name,
);

/** Creates a playlist, or changes the one with this id. */
export const savePlaylist = (id: string | null, body: BodyInput<typeof createPlaylist>): Promise<Playlist> =>
  id === null ? makePlaylist(body) : call(updatePlaylist, { params: { id }, body });

export const removePlaylist = (id: string) => call(deletePlaylist, { params: { id } });

/** Adds a song or video to a playlist, or removes it. */
export const setHeld = (playlistId: string, mediaId: string, isHeld: boolean): Promise<unknown> =>
  isHeld
    ? call(addToPlaylist, { params: { playlistId }, body: { ids: [mediaId] } })
    : call(removeFromPlaylist, { params: { playlistId, mediaId } });

/** Saves a new order of a playlist's items, in which one of the loaded items has moved. */
export const moveInList = (
  client: QueryClient,
  playlistId: string,
  before: readonly MediaSummary[],
  sorted: readonly MediaSummary[],
): Promise<void> =>
  moveMedia(client, pagesKey(mediaKey(playlistId)), before, sorted, async (mediaId, after) => {
    const saved = await call(moveInPlaylist, { params: { playlistId, mediaId }, body: { after } });
    // The playlist's picture consists of the first covers.
    await client.invalidateQueries({ queryKey: [playlist.path] });
    return saved;
  });
