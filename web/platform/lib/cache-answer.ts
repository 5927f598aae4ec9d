import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Puts data from an answer or a live event into the cache. A read that is still running may return older data and would
 * overwrite it, so it is cancelled, and repeated if the data is on the screen.
 */
export function cacheAnswer<K extends QueryKey, Data = InferDataFromTag<unknown, K>>(
  client: QueryClient,
  queryKey: K,
  answer: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
): void {
  const query = { queryKey, exact: true };
  const isBeingRead = client.isFetching(query) > 0;
  void client.cancelQueries(query);
  client.setQueryData<unknown>(queryKey, answer as Updater<unknown, unknown>);
  if (isBeingRead) void client.invalidateQueries(query);
}
