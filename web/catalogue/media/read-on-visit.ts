import { type InfiniteData, type Query, type QueryKey, hashKey, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FRESH } from '../../platform/lib/query.ts';

type ListQuery = Query<unknown, Error, InfiniteData<unknown>>;

/** The entry of the browser's history that last showed a list. */
const shownAt = new WeakMap<ListQuery, string | undefined>();

/**
 * Reads the list of this key again when the user visits its screen and the list is older than `FRESH`, like all other
 * data. A list with several pages is cut back to its first page, so that reading it again takes one call; after Back,
 * it is shown as it was left.
 */
export function useReadOnVisit(queryKey: QueryKey, isWanted: boolean): void {
  const client = useQueryClient();
  const router = useRouter();
  const hash = hashKey(queryKey);
  useEffect(() => {
    const query = client.getQueryCache().get<unknown, Error, InfiniteData<unknown>>(hash);
    if (!isWanted || query === undefined) return undefined;
    const readAgain = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const entry = () => router.latestLocation.state.__TSR_key;
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const isOld = Date.now() - dataUpdatedAt > FRESH;
    if (data?.pages.length === 1) {
      // An invalidated query is being refetched already.
      if (isOld && !isInvalidated) readAgain();
    } else if (data && (isOld || isInvalidated) && shownAt.get(query) !== entry()) {
      const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
      query.setData(first, { updatedAt: dataUpdatedAt, manual: true });
      readAgain();
    }
    // A screen that changes its own address gets another history entry for the same list.
    const remember = () => void shownAt.set(query, entry());
    remember();
    return router.subscribe('onResolved', remember);
  }, [client, router, hash, isWanted]);
}
