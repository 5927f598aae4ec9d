import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteEndedChallenges } from './proof-of-work.ts';

/** Captchas that were used, once they could not be used any more. */
export const pruneChallengesLoop: Loop<App> = {
  name: 'prune-challenges',
  everySeconds: 3600,
  run: ({ db }) => deleteEndedChallenges(db),
};
