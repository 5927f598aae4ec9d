import type { App } from '../../app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldChanges } from './email-changes.queries.ts';

/** Changes of addresses that can be neither confirmed nor taken back any more. */
export const pruneEmailChangesLoop: Loop<App> = {
  name: 'prune-email-changes',
  everySeconds: 3600,
  run: ({ db }) => deleteOldChanges(db),
};
