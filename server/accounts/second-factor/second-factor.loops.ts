import type { App } from '../../platform/app-context.ts';
import { deleteOldPending } from '../auth/pending-sign-ins.queries.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteUnfinished } from './second-factor.queries.ts';

/** Deletes sign-ins without a second factor in time, and factors whose setup was never finished. */
export const prunePendingSignInsLoop: Loop<App> = {
  name: 'prune-pending-sign-ins',
  everySeconds: 3600,
  run: async ({ db }) => {
    await deleteOldPending(db);
    await deleteUnfinished(db);
  },
};
