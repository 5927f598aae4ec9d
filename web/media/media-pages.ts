import { PAGES } from '@scoville/contract/endpoint.ts';
import { errorText } from '@scoville/contract/errors.ts';
import type { MediaList } from '@scoville/contract/media-lists.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettings } from '../lib/query.ts';
import { useReadOnVisit } from './read-on-visit.ts';

/** One page of a list of media: summaries, or whole documents for who works with them. */
export type MediaPage = Pick<MediaList, 'paging'> & { media: MediaSummary[] };

/** A list of media that arrives page by page. */
export interface MediaPages<P extends MediaPage = MediaPage> {
  media: readonly P['media'][number][];
  /** What the call says of the list beside its media. */
  first: P | undefined;
  /** Nothing of it is here yet. */
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  /** What the next page is asked for with; null at the end. */
  next: string | null;
  loadMore: () => void;
  /** Asks again for what `error` is about: the next page, or what is here already. */
  retry: () => void;
  /** Its media from the first on, to play: those that are here, and more of it up to a bound. Throws as the call does. */
  whole: () => Promise<readonly P['media'][number][]>;
  /** A sentence, when what was asked for last did not come. */
  error: string | null;
}

/**
 * How long a list is kept after its screen was left (milliseconds): coming back within a working day finds it where it was
 * left, however long somebody listened in between. So is what the screen needs before it shows the list.
 */
export const LIST_KEPT = 12 * 60 * 60_000;
/** Media that a list without an end brings to play: as many as the queue keeps over a reload. */
const MOST_WHOLE = 200;

/** The cache key of a list by what its call is asked with, but its cursor. */
export const pagesKey = (key: QueryKey): QueryKey => [...key, PAGES];

/**
 * The pages of a list: each is asked for with the `next` of the one before. It is read again by whoever comes to it later
 * (`useReadOnVisit`), unless it is shuffled.
 *
 * @param key names the list in the cache: what the call is asked with, but its cursor
 * @param ask makes the call for one page; the first has no cursor
 * @param seed of a shuffled list, a walk through which stays the same until this changes
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
    // Not by age: it would be read again from the first page to the last one.
    staleTime: Infinity,
    gcTime: LIST_KEPT,
  });
  useReadOnVisit(queryKey, seed === undefined);
  const { data } = list;
  // The same array as long as nothing of it changed.
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

/** Where the list is being read again, the next page waits for that, which it would end. */
async function loadMore(
  list: Pick<UseInfiniteQueryResult, 'isRefetching' | 'refetch' | 'fetchNextPage'>,
): Promise<void> {
  if (list.isRefetching && (await list.refetch({ cancelRefetch: false })).isError) return;
  await list.fetchNextPage();
}

const NONE: readonly never[] = [];
