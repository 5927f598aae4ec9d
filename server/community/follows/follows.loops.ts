import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { countFollows } from './count-follows.ts';
import { CONFIRM_SECONDS } from './follow-token.ts';
import { deleteUnconfirmed } from './follows.queries.ts';

export const countFollowsLoop: Loop<App> = {
  name: 'count-follows',
  everySeconds: 2,
  run: ({ db }) => countFollows(db),
};

/**
 * Deletes guests' subscriptions to musicians' news that were never confirmed: there is no reason to keep their
 * addresses.
 */
export const pruneFollowsLoop: Loop<App> = {
  name: 'prune-follows',
  everySeconds: 3600,
  run: ({ db }) => deleteUnconfirmed(db, CONFIRM_SECONDS),
};
