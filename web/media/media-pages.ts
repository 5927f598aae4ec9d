import { errorText } from '@scoville/contract/errors.ts';
import type { MediaList } from '@scoville/contract/media-lists.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useSettings } from '../lib/query.ts';

/** A list of media that arrives page by page. */
export interface MediaPages {
  media: readonly MediaSummary[];
  /** Nothing of it is here yet. */
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** A sentence, when the last page asked for did not come. */
  error: string | null;
}

/**
 * The pages of a list: each is asked for with the `next` of the one before.
 *
 * @param key names the list in the cache: what the call is asked with, but its cursor
 * @param ask makes the call for one page; the first has no cursor
 */
export function useMediaPages(
  key: QueryKey,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<MediaList>,
): MediaPages {
  const { productName } = useSettings();
  const list = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
    // A walk through a shuffled list stays the same until its seed changes.
    staleTime: Infinity,
  });
  return {
    media: list.data?.pages.flatMap((page) => page.media) ?? NONE,
    isLoading: list.isPending,
    isLoadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    loadMore: () => void (list.data ? list.fetchNextPage() : list.refetch()),
    error: list.error && !list.isFetching ? errorText(list.error, productName) : null,
  };
}

const NONE: readonly MediaSummary[] = [];
