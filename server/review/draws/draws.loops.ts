import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { makeSeeds, revealSeeds } from './seeds.queries.ts';

/** Seeds are made for so many days ahead, so that their hashes are public before the draws. */
const DAYS_AHEAD = 2;

/** Commits to the seeds of the coming draws, and reveals those of earlier days. */
export const seedsLoop: Loop<App> = {
  name: 'draw-seeds',
  everySeconds: 60,
  run: async ({ db }) => {
    await makeSeeds(db, DAYS_AHEAD);
    await revealSeeds(db);
  },
};
