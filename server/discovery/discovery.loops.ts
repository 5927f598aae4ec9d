import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { refreshCounts } from './lists.queries.ts';
import { refreshFigures } from './statistics.queries.ts';

/** How many media each list has, and the figures of the header. */
export const keepCounts: Loop<App> = {
  name: 'keep-counts',
  everySeconds: 15,
  async run({ db }) {
    await refreshCounts(db);
    await refreshFigures(db);
  },
};
