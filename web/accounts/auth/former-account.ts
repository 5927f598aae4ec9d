import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { meQuery, settingsQuery } from '../../platform/lib/query.ts';

/**
 * Discards all data that was fetched for the former account. Queries that no screen shows are removed at once. Queries
 * on the screen are removed when that screen is left, so that Back doesn't show them again, and count as stale until
 * then: the next screen refetches them when it needs them, because a refetch now would answer a visitor with 401.
 */
export function forgetFormer(client: QueryClient): Promise<void> {
  const everybodys = [settingsQuery().queryKey[0], meQuery().queryKey[0]];
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => !everybodys.includes(queryKey[0]);
  client.removeQueries({ type: 'inactive', predicate });
  removeWhenLeft(client, client.getQueryCache().findAll({ predicate }));
  return client.invalidateQueries({ predicate, refetchType: 'none' });
}

function removeWhenLeft(client: QueryClient, shown: readonly Query[]): void {
  const cache = client.getQueryCache();
  const left = new Set(shown);
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'removed') left.delete(query);
    if (type === 'observerRemoved' && query.getObserversCount() === 0 && left.delete(query)) cache.remove(query);
    if (left.size === 0) stop();
  });
}
