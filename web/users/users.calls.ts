import { TYPE_WORDS, type TypeWord } from '@scoville/contract/addresses.ts';
import { mediaOfUser, profileOrder } from '@scoville/contract/media-of-user.ts';
import { moveAmongMedia } from '@scoville/contract/media-positions.ts';
import type { Media } from '@scoville/contract/media.ts';
import { stats } from '@scoville/contract/listening-events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';
import { pagesKey } from '../media/media-pages.ts';
import { moveMedia } from '../media/move-media.ts';

/** Media of a page of a profile. */
const SIZE = 20;
const bodyOf = (type: TypeWord | null) => profileOrder(type === null ? undefined : TYPE_WORDS[type]);

/** Names the media of a profile in the cache, of one kind or of both; the page itself may bring the first of them. */
export const profileMediaKey = (id: string, type: TypeWord | null) =>
  keyOf(mediaOfUser, { params: { id }, body: bodyOf(type) });

/** A page of a profile's media, in their musician's order. */
export const profileMedia = (id: string, type: TypeWord | null, cursor: string | undefined, signal: AbortSignal) =>
  call(mediaOfUser, { params: { id }, body: { ...bodyOf(type), pagingOptions: { size: SIZE, cursor } }, signal });

/** Media that one call brings at most: enough to play somebody's media from the first on. */
const MOST_AT_ONCE = 100;

/** What plays of somebody, in their order. */
export const mediaToPlay = async (id: string): Promise<Media[]> => {
  const body = { ...bodyOf(null), published: true, pagingOptions: { size: MOST_AT_ONCE } };
  const { media } = await call(mediaOfUser, { params: { id }, body });
  return media.filter(({ sources }) => sources.length > 0);
};

/** Gives the media of a profile this order, in which one of those that are here has moved. */
export const moveInProfile = (
  client: QueryClient,
  id: string,
  before: readonly Media[],
  sorted: readonly Media[],
): Promise<void> =>
  moveMedia(client, pagesKey(profileMediaKey(id, null)), before, sorted, (mediaId, after) =>
    call(moveAmongMedia, { params: { id: mediaId }, body: { scope: 'profile', id, after } }),
  );

/** Counts a visit of a profile; the server knows whose visits count, and how often. */
export function countVisit(musicianId: string): void {
  call(stats, { body: { statTitle: 'view-zone', musician: musicianId } }).catch((error: unknown) =>
    console.warn('A visit could not be counted.', error),
  );
}
