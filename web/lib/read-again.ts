import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** A CancelledError of the library by its words: its class would come with what every page loads. */
const STOPPED = 'Error: CancelledError';

/** What is read once more as soon as the read that is under way has ended. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * Has what these filters name be read again. What is being read goes on, so that a press on Show More is not lost, and is
 * read once more afterwards: that read may have begun before whatever changed. However often that is asked for meanwhile, it
 * is done once.
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
  // Whoever stopped it shows something of their own, and reads when that is over; it counts as old until then.
  await client.invalidateQueries(
    { predicate: (one) => one === query, refetchType: wasStopped ? 'none' : 'active' },
    { cancelRefetch: false },
  );
}
