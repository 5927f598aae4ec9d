import type { Category } from '@scoville/contract/categories.ts';
import { moveAmongMedia } from '@scoville/contract/media-positions.ts';
import { mediaSearch } from '@scoville/contract/media-search.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { pagesKey } from '../media/media-pages.ts';
import { moveMedia } from '../media/move-media.ts';

/** Gives the media of a genre or a mood this order, in which one of those that are here has moved. */
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
  // The same genre with other facets has another order now, too: it is read again when somebody goes there.
  await client.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => queryKey[0] === mediaSearch.path && queryHash !== hashKey(key),
    refetchType: 'none',
  });
}
