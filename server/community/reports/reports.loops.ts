import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldCases } from './reports.queries.ts';

/** Deletes cases a year after their decision. */
export const pruneReportsLoop: Loop<App> = {
  name: 'prune-reports',
  everySeconds: 3600,
  run: ({ db }) => deleteOldCases(db),
};
