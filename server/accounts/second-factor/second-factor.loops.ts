import type { App } from '../../app-context.ts';
import { deleteOldPending } from '../auth/pending-sign-ins.queries.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteUnfinished } from './second-factor.queries.ts';

/** Sign-ins whose second factor nobody gave, and factors that nobody finished setting up. */
export const prunePendingSignInsLoop: Loop<App> = {
  name: 'prune-pending-sign-ins',
  everySeconds: 3600,
  run: async ({ db }) => {
    await deleteOldPending(db);
    await deleteUnfinished(db);
  },
};
