import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { reportGoals } from './report-goals.ts';
import { deleteOldShowings } from './showings.queries.ts';

export const reportGoalsLoop: Loop<App> = {
  name: 'report-ad-goals',
  everySeconds: 60,
  run: (app) => reportGoals(app),
};

export const pruneShowingsLoop: Loop<App> = {
  name: 'prune-ad-showings',
  everySeconds: 3600,
  run: ({ db }) => deleteOldShowings(db),
};
