import type { App } from '../../platform/app-context.ts';
import { type Loop, shouldContinue } from '../../platform/jobs/loop.ts';
import { pruneMonthListeners } from './audience.queries.ts';
import { aggregateEvents } from './aggregate-events.ts';
import { pruneHistory } from './showings.queries.ts';
import { pruneListeners } from './stats.queries.ts';

const BATCH = 5000;

export const foldStatsLoop: Loop<App> = {
  name: 'fold-stats',
  everySeconds: 2,
  async run(app, stop) {
    while ((await aggregateEvents(app, BATCH)) === BATCH && shouldContinue(stop));
  },
};

export const pruneListenersLoop: Loop<App> = {
  name: 'prune-listeners',
  everySeconds: 3600,
  async run({ db }) {
    await pruneListeners(db);
    await pruneMonthListeners(db);
    await pruneHistory(db);
  },
};
