import {
  type BulkAction,
  type BulkRun,
  bulkRuns,
  dismissBulkRun,
  startBulkRun,
} from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import { bulkWords } from './bulk-labels.ts';

/** Milliseconds between two polls of running actions. */
const LOOK = 1000;

/** The administrator's own bulk actions that are running, or finished but not dismissed. */
export const bulkRunsQuery = queryOptions({
  ...queryOf(bulkRuns, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.runs.some(({ finishedOn }) => finishedOn === null) ? LOOK : false),
});

/**
 * Starts bulk actions, which then appear in `bulkRunsQuery`. An action whose answer was lost may be running all the
 * same, so the list is refetched, and a retry of the same action has the same idempotency key.
 */
export function createBulkStarter(client: QueryClient): (action: BulkAction, ids: readonly string[]) => Promise<void> {
  const send = withIdempotencyKeys(
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

/**
 * Refetches the data that a bulk action changed. An action on accounts may include the administrator's own, which is
 * shown elsewhere, too.
 */
export const invalidateBulkTargets = (client: QueryClient, run: BulkRun): Promise<unknown> =>
  bulkWords(run).of === 'media'
    ? invalidateMedia(client)
    : Promise.all([users.path, me.path].map((path) => client.invalidateQueries({ queryKey: [path] })));

/** Dismisses a result. */
export async function dismissBulk(client: QueryClient, { id }: BulkRun): Promise<void> {
  await client.cancelQueries({ queryKey: bulkRunsQuery.queryKey });
  client.setQueryData(
    bulkRunsQuery.queryKey,
    (before) => before && { runs: before.runs.filter((run) => run.id !== id) },
  );
  await call(dismissBulkRun, { params: { id } });
}
