import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteEndedChallenges } from './proof-of-work.ts';

/** Deletes used captchas after their expiry, when they are invalid anyway. */
export const pruneChallengesLoop: Loop<App> = {
  name: 'prune-challenges',
  everySeconds: 3600,
  run: ({ db }) => deleteEndedChallenges(db),
};
