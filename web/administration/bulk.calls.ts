import { type BulkAction, type BulkRun, bulkRuns, dismissBulkRun, startBulkRun } from '@scoville/contract/bulk-runs.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { users } from '@scoville/contract/user-list.ts';
import { me } from '@scoville/contract/users.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { queryOf } from '../lib/query.ts';
import { sendingOnce } from '../lib/send-once.ts';
import { mediaChanged } from '../media/media.calls.ts';
import { wordsOf } from './bulk-labels.ts';

/** Milliseconds between two looks at what goes on. */
const LOOK = 1000;

/** One's own actions on several that go on, and those whose result was not put away. */
export const bulkRunsQuery = queryOptions({
  ...queryOf(bulkRuns, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.runs.some(({ finishedOn }) => finishedOn === null) ? LOOK : false),
});

/**
 * Starts actions; from then on they are among those that are looked at. One whose answer was lost may go on all the same: so
 * it is looked for, and the same again is the same run.
 */
export function startingBulk(client: QueryClient): (action: BulkAction, ids: readonly string[]) => Promise<void> {
  const send = sendingOnce(
    (body: BodyInput<typeof startBulkRun>, idempotencyKey) => call(startBulkRun, { body, idempotencyKey }),
    () => null,
  );
  return async (action, ids) => {
    let run: BulkRun;
    try {
      run = await send({ action, ids: [...ids] });
    } catch (error) {
      void client.invalidateQueries({ queryKey: bulkRunsQuery.queryKey });
      throw error;
    }
    await client.cancelQueries({ queryKey: bulkRunsQuery.queryKey });
    client.setQueryData(bulkRunsQuery.queryKey, (before) =>
      before?.runs.some(({ id }) => id === run.id) ? before : { runs: [run, ...(before?.runs ?? [])] },
    );
  };
}

/** Has read again what an action on several changed: it may have been done to oneself, which is shown elsewhere, too. */
export const bulkChanged = (client: QueryClient, run: BulkRun): Promise<unknown> =>
  wordsOf(run).of === 'media'
    ? mediaChanged(client)
    : Promise.all([users.path, me.path].map((path) => client.invalidateQueries({ queryKey: [path] })));

/** Puts a result away. */
export async function dismissBulk(client: QueryClient, { id }: BulkRun): Promise<void> {
  await client.cancelQueries({ queryKey: bulkRunsQuery.queryKey });
  client.setQueryData(
    bulkRunsQuery.queryKey,
    (before) => before && { runs: before.runs.filter((run) => run.id !== id) },
  );
  await call(dismissBulkRun, { params: { id } });
}
