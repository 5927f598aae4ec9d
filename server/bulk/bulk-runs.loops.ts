import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldRuns } from './bulk-runs.queries.ts';

/** Results that nobody asks about any more. */
export const pruneBulkRunsLoop: Loop<App> = {
  name: 'prune-bulk-runs',
  everySeconds: 3600,
  run: ({ db }) => deleteOldRuns(db),
};
