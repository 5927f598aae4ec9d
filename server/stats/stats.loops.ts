import type { App } from '../app-context.ts';
import { type Loop, mayGoOn } from '../jobs/loop.ts';
import { foldEvents } from './fold-events.ts';
import { forgetListeners } from './stats.queries.ts';

const BATCH = 5000;

export const foldStats: Loop<App> = {
  name: 'fold-stats',
  everySeconds: 2,
  async run(app, stop) {
    while ((await foldEvents(app, BATCH)) === BATCH && mayGoOn(stop));
  },
};

export const forgetOldListeners: Loop<App> = {
  name: 'forget-listeners',
  everySeconds: 3600,
  run: ({ db }) => forgetListeners(db),
};
