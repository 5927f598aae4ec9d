import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { MediaPage } from './media-pages.ts';

/**
 * Moves one item within the loaded pages of a list and saves the move. The screen changes immediately; if saving fails,
 * it shows the old order again, and this function throws the error. The new order is written to the cache, so that it
 * is kept after the user leaves the page.
 *
 * @param key the list's key in the cache, as returned by `pagesKey`
 * @param before the loaded items in their previous order
 * @param save gets the moved item and the id of the item before it, null at the beginning; `renumbered` in its result
 *   means that cursors from before the move now point elsewhere
 */
export async function moveMedia(
  client: QueryClient,
  key: QueryKey,
  before: readonly MediaSummary[],
  sorted: readonly MediaSummary[],
  save: (moved: string, after: string | null) => Promise<{ renumbered?: boolean }>,
): Promise<void> {
  const moved = movedAmong(before, sorted);
  if (moved === null) return;
  await client.cancelQueries({ queryKey: key });
  // A list that was invalidated must be read again after the move, too: writing to the cache would mark it as fresh.
  const wasOld = client.getQueryState(key)?.isInvalidated ?? false;
  const was = client.getQueryData<InfiniteData<MediaPage>>(key);
  client.setQueryData<InfiniteData<MediaPage>>(key, (pages) => {
    let at = 0;
    return (
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, media: sorted.slice(at, (at += page.media.length)) })),
      }
    );
  });
  try {
    const { renumbered } = await save(moved.id, sorted[sorted.indexOf(moved) - 1]?.id ?? null);
    // The moved item is now the last loaded one. It is then also behind the position at which the next page begins.
    const isInNextPage = sorted.at(-1) === moved && was?.pages.at(-1)?.paging.next != null;
    if (renumbered || wasOld || isInNextPage) await client.invalidateQueries({ queryKey: key });
  } catch (error) {
    client.setQueryData(key, was);
    // Restoring the old order also takes back later moves and removals on the screen, so the list is read again.
    void client.invalidateQueries({ queryKey: key });
    throw error;
  }
}

/** Finds the item that was moved to get from one order to the other; null if no item was moved. */
export function movedAmong<T>(before: readonly T[], sorted: readonly T[]): T | null {
  const first = before.findIndex((one, index) => sorted[index] !== one);
  const [was, is] = [before[first], sorted[first]];
  if (was === undefined || is === undefined) return null;
  // If the next item is now in this place, the item that was here moved back; otherwise the item that is here now moved
  // forward.
  return is === before[first + 1] ? was : is;
}
