import { PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { useReadOnVisit } from './read-on-visit.ts';

/** One page of a list: summaries of songs and videos, or full documents for users who work with them. */
export type MediaPage = Pick<MediaList, 'paging'> & { media: MediaSummary[] };

/** A list of songs and videos that is loaded page by page. */
export interface MediaPages<P extends MediaPage = MediaPage> {
  media: readonly P['media'][number][];
  /** The first page, for the fields that the call returns in addition to the media. */
  first: P | undefined;
  /** True until the first page is loaded. */
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  /** The cursor of the next page; null at the end. */
  next: string | null;
  loadMore: () => void;
  /** Retries the request that `error` is about: the next page, or the pages that are loaded already. */
  retry: () => void;
  /**
   * Loads the list from its first item on, for playback: the loaded items, and further pages until there are
   * `MOST_WHOLE`. Rejects if a call fails.
   */
  whole: () => Promise<readonly P['media'][number][]>;
  /** The message for the user if the last request failed. */
  error: string | null;
}

/**
 * How long a list stays in the cache after the user left its screen (milliseconds). A user who returns within a working
 * day finds the list at the same position, however long they listened to something else. Other data that a screen loads
 * before it shows its list has the same lifetime.
 */
export const LIST_KEPT = 12 * 60 * 60_000;
/** The number of items that playing an endless list loads: as many as the queue keeps across a page reload. */
const MOST_WHOLE = 200;

/** The cache key of a list: the arguments of its call, without the cursor. */
export const pagesKey = (key: QueryKey): QueryKey => [...key, PAGES];

/**
 * The pages of a list. Each page is requested with the `next` of the page before it. On a later visit, `useReadOnVisit`
 * reads the list again, unless the list is shuffled.
 *
 * @param key identifies the list in the cache: the arguments of its call, without the cursor
 * @param ask makes the call for one page; the first page has no cursor
 * @param seed the seed of a shuffled list, whose order stays the same until the seed changes
 */
export function useMediaPages<P extends MediaPage>(
  key: QueryKey,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  seed?: number,
): MediaPages<P> {
  const { productName } = useSettings();
  const queryKey = pagesKey(key);
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
    // Age does not make a list stale, because a refetch would request every page again.
    staleTime: Infinity,
    gcTime: LIST_KEPT,
  });
  useReadOnVisit(queryKey, seed === undefined);
  const { data } = list;
  // Stays the same array until a page changes.
  const media = useMemo(() => data?.pages.flatMap((page) => page.media) ?? NONE, [data]);
  return {
    media,
    first: data?.pages[0],
    isLoading: list.isPending,
    isLoadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    next: data?.pages.at(-1)?.paging.next ?? null,
    whole: async () => {
      const all = [...media];
      let next = data ? data.pages.at(-1)?.paging.next : undefined;
      while (next !== null && all.length < MOST_WHOLE) {
        const page: P = await ask(next, new AbortController().signal);
        all.push(...page.media);
        next = page.paging.next;
      }
      return all;
    },
    loadMore: () => void loadMore(list),
    retry: () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()),
    error: list.error && !list.isFetching ? errorText(list.error, productName) : null,
  };
}

/**
 * Waits for a refetch that is under way before it loads the next page, because loading that page would cancel the
 * refetch.
 */
async function loadMore(
  list: Pick<UseInfiniteQueryResult, 'isRefetching' | 'refetch' | 'fetchNextPage'>,
): Promise<void> {
  if (list.isRefetching && (await list.refetch({ cancelRefetch: false })).isError) return;
  await list.fetchNextPage();
}

const NONE: readonly never[] = [];
