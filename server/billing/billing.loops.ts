import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldPlans } from './subscriptions/deleted-plans.queries.ts';

/** Asks the provider about what it may have told us in vain, and ends what had its time. */
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
