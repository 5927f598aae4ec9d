import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { foldEvents, forgetDeliveries } from './stats.queries.ts';

const BATCH = 5000;

export const foldStats: Loop<App> = {
  name: 'fold-stats',
  everySeconds: 2,
  async run({ db }) {
    while ((await foldEvents(db, BATCH)) === BATCH);
  },
};

export const forgetOldDeliveries: Loop<App> = {
  name: 'forget-deliveries',
  everySeconds: 3600,
  run: ({ db }) => forgetDeliveries(db),
};
