import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Shows what the server just said: the answer to a change, or a live event. A read that is under way may be older or newer
 * than that, and would take its place; so it is given up, and done once more where somebody sees it.
 */
export function keepAnswer<K extends QueryKey, Data = InferDataFromTag<unknown, K>>(
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
