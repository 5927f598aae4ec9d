import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldPlans } from './subscriptions/deleted-plans.queries.ts';

/** Fetches the state of subscriptions, in case their events were lost, and ends plans whose time is over. */
export const reconcilePlansLoop: Loop<App> = {
  name: 'reconcile-plans',
  everySeconds: 60,
  run: async (app, stop) => {
    await deleteOldPlans(app.db);
    if (app.env.PAYPAL === null) return;
    const { reconcilePlans } = await import('./reconcile-plans.ts');
    await reconcilePlans(app, stop);
  },
};
