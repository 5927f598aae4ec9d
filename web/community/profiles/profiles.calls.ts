import { TYPE_WORDS, type TypeWord } from '@scoville/contract/platform/http/addresses.ts';
import { mediaOfUser, profileOrder } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { moveAmongMedia } from '@scoville/contract/catalogue/media/media-positions.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { keyOf } from '../../platform/lib/query.ts';
import { pagesKey } from '../../catalogue/media/media-pages.ts';
import { moveMedia } from '../../catalogue/media/move-media.ts';

/** Number of items on a page of a profile's media. */
const SIZE = 20;
const bodyOf = (type: TypeWord | null) => profileOrder(type === null ? undefined : TYPE_WORDS[type]);

/**
 * The cache key of a profile's media, of one kind or of both. The server may send the first page of them along with the
 * HTML.
 */
export const profileMediaKey = (id: string, type: TypeWord | null) =>
  keyOf(mediaOfUser, { params: { id }, body: bodyOf(type) });

/** Fetches a page of a profile's media, in the musician's order. */
export const profileMedia = (id: string, type: TypeWord | null, cursor: string | undefined, signal: AbortSignal) =>
  call(mediaOfUser, { params: { id }, body: { ...bodyOf(type), pagingOptions: { size: SIZE, cursor } }, signal });

/** The maximum number of items of one call, which is enough to play a musician's media from the beginning. */
const MOST_AT_ONCE = 100;

/** Fetches the playable media of a musician, in the musician's order. */
export const mediaToPlay = async (id: string): Promise<Media[]> => {
  const body = { ...bodyOf(null), published: true, pagingOptions: { size: MOST_AT_ONCE } };
  const { media } = await call(mediaOfUser, { params: { id }, body });
  return media.filter(({ sources }) => sources.length > 0);
};

/** Saves a new order of a profile's media, in which one of the loaded items has moved. */
export const moveInProfile = (
  client: QueryClient,
  id: string,
  before: readonly Media[],
  sorted: readonly Media[],
): Promise<void> =>
  moveMedia(client, pagesKey(profileMediaKey(id, null)), before, sorted, (mediaId, after) =>
    call(moveAmongMedia, { params: { id: mediaId }, body: { scope: 'profile', id, after } }),
  );

/** Reports a visit of a profile. The server decides which visits count, and how often. */
export function countVisit(musicianId: string): void {
  call(stats, { body: { statTitle: 'view-zone', musician: musicianId } }).catch((error: unknown) =>
    console.warn('A visit could not be counted.', error),
  );
}
