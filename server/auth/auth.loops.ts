import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteEndedSessions } from './session.ts';

/** Sessions that ended, by time or for good. */
export const pruneSessionsLoop: Loop<App> = {
  name: 'prune-sessions',
  everySeconds: 3600,
  run: deleteEndedSessions,
};
