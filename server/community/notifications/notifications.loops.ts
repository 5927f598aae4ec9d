import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOld } from './notifications.queries.ts';

/** Deletes notifications that are half a year old. */
export const pruneNotificationsLoop: Loop<App> = {
  name: 'prune-notifications',
  everySeconds: 3600,
  run: ({ db }) => deleteOld(db),
};
