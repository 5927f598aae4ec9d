import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { bulkRunJob } from './bulk-runs.jobs.ts';
import { deleteOldRuns, endAbandonedRuns } from './bulk-runs.queries.ts';

/** Deletes old results. */
export const pruneBulkRunsLoop: Loop<App> = {
  name: 'prune-bulk-runs',
  everySeconds: 3600,
  run: ({ db }) => deleteOldRuns(db),
};

const GIVEN_UP = 'This was not done: the action was given up after repeated errors. Please start it again.';

/** Ends runs without a job: it failed at its last try, its worker died during it, or an administrator cancelled it. */
export const endAbandonedRunsLoop: Loop<App> = {
  name: 'end-abandoned-bulk-runs',
  everySeconds: 30,
  run: ({ db }) => endAbandonedRuns(db, bulkRunJob.name, GIVEN_UP),
};
