import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { meQuery, settingsQuery } from '../lib/query.ts';

/**
 * Everything that was fetched belonged to whoever was signed in before. What no screen shows goes at once; what one still
 * shows goes when that is left, so that Back does not bring it up again, and counts as old until then: it is asked for when
 * the next screen needs it, not now, since a visitor would get a 401 for it.
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
