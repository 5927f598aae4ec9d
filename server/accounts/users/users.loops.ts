import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldChanges } from './email-changes.queries.ts';

/** Deletes changes of addresses that can no longer be confirmed or taken back. */
export const pruneEmailChangesLoop: Loop<App> = {
  name: 'prune-email-changes',
  everySeconds: 3600,
  run: ({ db }) => deleteOldChanges(db),
};
