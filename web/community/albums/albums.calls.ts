import { albumSongs, setAlbumSongs } from '@scoville/contract/community/albums/albums.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** The songs of an album that this viewer may hear, in its order. */
export const albumSongsQuery = (albumId: string) => queryOf(albumSongs, { params: { id: albumId } });

/** Saves the songs of an album and their order. */
export async function saveAlbumSongs(client: QueryClient, albumId: string, songs: readonly string[]): Promise<void> {
  const saved = await call(setAlbumSongs, { params: { id: albumId }, body: { songs: [...songs] } });
  cacheAnswer(client, albumSongsQuery(albumId).queryKey, saved);
}

/** All songs of a musician, newest first, from which they choose the songs of an album. */
export const ownSongsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own songs', userId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const songs: MediaSummary[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const pagingOptions = { size: 100, cursor };
        const body = {
          mediaType: 'song' as const,
          pagingOptions,
          sortingOptions: { sort: 'createdOn' as const, order: 'desc' as const },
        };
        const page: { media: MediaSummary[]; paging: { next: string | null } } = await call(mediaOfUser, {
          params: { id: userId },
          body,
          signal,
        });
        songs.push(...page.media);
        cursor = page.paging.next;
      }
      return songs;
    },
  });
