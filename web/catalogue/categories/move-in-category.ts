import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { moveAmongMedia } from '@scoville/contract/catalogue/media/media-positions.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { pagesKey } from '../media/media-pages.ts';
import { moveMedia } from '../media/move-media.ts';

/** Saves a new order of a genre's or mood's songs and videos, in which one of the loaded items has moved. */
export async function moveInCategory(
  client: QueryClient,
  { kind, id, listKey }: { kind: Category['kind']; id: string; listKey: QueryKey },
  before: readonly MediaSummary[],
  sorted: readonly MediaSummary[],
): Promise<void> {
  const key = pagesKey(listKey);
  await moveMedia(client, key, before, sorted, (mediaId, after) =>
    call(moveAmongMedia, { params: { id: mediaId }, body: { scope: kind, id, after } }),
  );
  // The order has also changed for other filters of the same genre; those lists are refetched when the user opens them.
  await client.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => queryKey[0] === mediaSearch.path && queryHash !== hashKey(key),
    refetchType: 'none',
  });
}
