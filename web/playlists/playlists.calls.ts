import { type BodyInput, PAGES } from '@scoville/contract/endpoint.ts';
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
} from '@scoville/contract/playlists.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { sendingOnce } from '../lib/send-once.ts';
import { keyOf } from '../lib/query.ts';
import { pagesKey } from '../media/media-pages.ts';
import { moveMedia } from '../media/move-media.ts';

/** The account's own playlists; with a media each says whether it holds that. */
export const ownPlaylistPages = (media?: string) => {
  const query = { ...(media !== undefined && { media }) };
  return infiniteQueryOptions({
    queryKey: [...keyOf(ownPlaylists, { query }), PAGES],
    queryFn: ({ pageParam, signal }) => call(ownPlaylists, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
    // What it holds may have been changed in another tab.
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

/** Names what a playlist holds in the cache; the page itself may bring the first of it. */
export const mediaKey = (playlistId: string) => keyOf(playlistMedia, { params: { playlistId } });

/** A page of what a playlist holds. */
export const mediaPage = (playlistId: string, cursor: string | undefined, signal?: AbortSignal, size?: number) =>
  call(playlistMedia, { params: { playlistId }, query: { cursor, size }, ...(signal && { signal }) });

/** Media that one call brings at most. */
const MOST_AT_ONCE = 100;

/** All that follows a page of a playlist. */
export async function mediaAfter(playlistId: string, next: string | null): Promise<MediaSummary[]> {
  const media: MediaSummary[] = [];
  for (let cursor = next; cursor !== null;) {
    const page = await mediaPage(playlistId, cursor, undefined, MOST_AT_ONCE);
    media.push(...page.media);
    cursor = page.paging.next;
  }
  return media;
}

/** After playlists changed, whatever shows any is read again. */
export const playlistsChanged = (client: QueryClient): Promise<void> => {
  const paths: readonly unknown[] = [ownPlaylists.path, playlistsOf.path, playlist.path, playlistMedia.path];
  return client.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(queryKey[0]) });
};

/** One whose answer was lost, and which is sent again as it was, is made once. */
const makePlaylist = sendingOnce(
  (body: BodyInput<typeof createPlaylist>, idempotencyKey) => call(createPlaylist, { body, idempotencyKey }),
  ({ name }) => name,
);

/** Makes a playlist, or changes the one of this id. */
export const savePlaylist = (id: string | null, body: BodyInput<typeof createPlaylist>): Promise<Playlist> =>
  id === null ? makePlaylist(body) : call(updatePlaylist, { params: { id }, body });

export const removePlaylist = (id: string) => call(deletePlaylist, { params: { id } });

/** Puts a media into a playlist, or takes it out. */
export const setHeld = (playlistId: string, mediaId: string, isHeld: boolean): Promise<unknown> =>
  isHeld
    ? call(addToPlaylist, { params: { playlistId }, body: { ids: [mediaId] } })
    : call(removeFromPlaylist, { params: { playlistId, mediaId } });

/** Gives what a playlist holds this order, in which one of those that are here has moved. */
export const moveInList = (
  client: QueryClient,
  playlistId: string,
  before: readonly MediaSummary[],
  sorted: readonly MediaSummary[],
): Promise<void> =>
  moveMedia(client, pagesKey(mediaKey(playlistId)), before, sorted, async (mediaId, after) => {
    const saved = await call(moveInPlaylist, { params: { playlistId, mediaId }, body: { after } });
    // Its picture is made of the first covers.
    await client.invalidateQueries({ queryKey: [playlist.path] });
    return saved;
  });
