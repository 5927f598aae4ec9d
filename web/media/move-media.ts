import type { MediaSummary } from '@scoville/contract/media.ts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { MediaPage } from './media-pages.ts';

/**
 * Shows the pages of a list in an order in which one of their media has moved, and saves that: at once on the screen, and
 * as before when saving fails, which this throws. The order stands in the cache, so that it is there after leaving the page.
 *
 * @param key names the list in the cache, as `pagesKey` makes it
 * @param before the media that are here, in the order that they had
 * @param save gets what moved and the id of what stands before it now, null at the beginning; `renumbered` in what it
 *   returns says that cursors of before point elsewhere now
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
  // What was to be read again is so still: writing the cache would make it new.
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
    // Behind the last one that is here, it is behind the place where the next page begins.
    const isInNextPage = sorted.at(-1) === moved && was?.pages.at(-1)?.paging.next != null;
    if (renumbered || wasOld || isInNextPage) await client.invalidateQueries({ queryKey: key });
  } catch (error) {
    client.setQueryData(key, was);
    // What was moved, or taken out, since is gone from the screen by that.
    void client.invalidateQueries({ queryKey: key });
    throw error;
  }
}

/** Which one of a list was moved to come to another order of it; null when none was. */
export function movedAmong<T>(before: readonly T[], sorted: readonly T[]): T | null {
  const first = before.findIndex((one, index) => sorted[index] !== one);
  const [was, is] = [before[first], sorted[first]];
  if (was === undefined || is === undefined) return null;
  // What stood behind it has come forward: it was moved back. Else something was moved forward to its place.
  return is === before[first + 1] ? was : is;
}
