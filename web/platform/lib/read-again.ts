import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/**
 * Recognizes the library's CancelledError by its text, because importing its class would add code to the first load.
 */
const STOPPED = 'Error: CancelledError';

/** Queries that will be read again as soon as their running read has ended. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * Refetches the queries that match the filters. A running read continues, so that a click on Show More is not lost, and
 * is repeated afterwards, because it may have started before the change. Several requests during one read cause a
 * single repetition.
 */
export async function readAgain(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const afterwards = underWay.map((query) => {
    const asked = waiting.get(query);
    if (asked !== undefined) return asked;
    const read = readAfterwards(client, query);
    waiting.set(query, read);
    return read;
  });
  await Promise.all([client.invalidateQueries(filters, { cancelRefetch: false }), ...afterwards]);
}

async function readAfterwards(client: QueryClient, query: Query): Promise<void> {
  const wasStopped = await Promise.resolve(query.promise).then(
    () => false,
    (error: unknown) => String(error) === STOPPED,
  );
  waiting.delete(query);
  // The code that cancelled the read shows newer data of its own, and refetches afterwards; the data counts as stale
  // until then.
  await client.invalidateQueries(
    { predicate: (one) => one === query, refetchType: wasStopped ? 'none' : 'active' },
    { cancelRefetch: false },
  );
}
