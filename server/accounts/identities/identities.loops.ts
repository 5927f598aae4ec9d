import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldFlows } from './flows.queries.ts';

/** Deletes sign-ins from which the user didn't return in time. */
export const pruneSignInFlowsLoop: Loop<App> = {
  name: 'prune-sign-in-flows',
  everySeconds: 3600,
  run: ({ db }) => deleteOldFlows(db),
};
