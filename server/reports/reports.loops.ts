import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldCases } from './reports.queries.ts';

/** What was reported, a year after it was decided. */
export const pruneReportsLoop: Loop<App> = {
  name: 'prune-reports',
  everySeconds: 3600,
  run: ({ db }) => deleteOldCases(db),
};
