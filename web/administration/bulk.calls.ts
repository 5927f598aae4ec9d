import { type BulkAction, type BulkRun, bulkRuns, dismissBulkRun, startBulkRun } from '@scoville/contract/bulk-runs.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { queryOf } from '../lib/query.ts';

/** Milliseconds between two looks at what goes on. */
const LOOK = 1000;

/** One's own actions on several that go on, and those whose result was not put away. */
export const bulkRunsQuery = queryOptions({
  ...queryOf(bulkRuns, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.runs.some(({ finishedOn }) => finishedOn === null) ? LOOK : false),
});

/** Starts an action; from now on it is among those that are looked at. */
export async function startBulk(client: QueryClient, action: BulkAction, ids: readonly string[]): Promise<void> {
  const run = await call(startBulkRun, { body: { action, ids: [...ids] } });
  await client.cancelQueries({ queryKey: bulkRunsQuery.queryKey });
  client.setQueryData(bulkRunsQuery.queryKey, (before) => ({ runs: [run, ...(before?.runs ?? [])] }));
}

/** Puts a result away. */
export async function dismissBulk(client: QueryClient, { id }: BulkRun): Promise<void> {
  client.setQueryData(
    bulkRunsQuery.queryKey,
    (before) => before && { runs: before.runs.filter((run) => run.id !== id) },
  );
  await call(dismissBulkRun, { params: { id } });
}
