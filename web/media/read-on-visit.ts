import { type InfiniteData, type Query, type QueryKey, hashKey, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FRESH } from '../lib/query.ts';

type ListQuery = Query<unknown, Error, InfiniteData<unknown>>;

/** The entry of the browser's history that showed a list last. */
const shownAt = new WeakMap<ListQuery, string | undefined>();

/**
 * Has the list of this key read again when its screen is come to, once it is as old as what any screen reads again. One that
 * was walked on to further pages begins anew at its first, which is one call; Back finds that one as it was left.
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
      // What is invalid is being read already.
      if (isOld && !isInvalidated) readAgain();
    } else if (data && (isOld || isInvalidated) && shownAt.get(query) !== entry()) {
      const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
      query.setData(first, { updatedAt: dataUpdatedAt, manual: true });
      readAgain();
    }
    // A screen that writes into its own address makes another entry of the one that it has.
    const remember = () => void shownAt.set(query, entry());
    remember();
    return router.subscribe('onResolved', remember);
  }, [client, router, hash, isWanted]);
}
