import { TYPE_WORDS, type TypeWord } from '@scoville/contract/addresses.ts';
import type { Reply } from '@scoville/contract/endpoint.ts';
import { mediaOfUser, profileOrder } from '@scoville/contract/media-of-user.ts';
import { mediaPositions } from '@scoville/contract/media-positions.ts';
import type { Media } from '@scoville/contract/media.ts';
import { stats } from '@scoville/contract/stats.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';
import { pagesKey } from '../media/media-pages.ts';

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

type Pages = InfiniteData<Reply<typeof mediaOfUser>>;

/** Gives the media of a profile that are here this order, at once on the screen; as before when the call fails. */
export async function arrange(client: QueryClient, id: string, media: readonly Media[]): Promise<void> {
  const key = pagesKey(profileMediaKey(id, null));
  await client.cancelQueries({ queryKey: key });
  const before = client.getQueryData<Pages>(key);
  client.setQueryData<Pages>(key, (pages) => {
    let at = 0;
    return (
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, media: media.slice(at, (at += page.media.length)) })),
      }
    );
  });
  try {
    const positions = media.map((one, index) => ({ id: one.id, position: index + 1 }));
    await call(mediaPositions, { body: { scope: 'profile', id, positions } });
  } catch (error) {
    client.setQueryData(key, before);
    throw error;
  }
}

/** Counts a visit of a profile; the server knows whose visits count, and how often. */
export function countVisit(musicianId: string): void {
  call(stats, { body: { statTitle: 'view-zone', musician: musicianId } }).catch((error: unknown) =>
    console.warn('A visit could not be counted.', error),
  );
}
