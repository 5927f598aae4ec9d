import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { needProvider } from '../provider/find-provider.ts';
import type { Report } from '../provider/paypal-replies.ts';
import { applyReport } from './apply-report.ts';
import { nextRequestNumber } from './subscriptions.queries.ts';

/** Fetches a subscription from the provider and applies its state to the account. Null if PayPal doesn’t have it. */
export async function refreshSubscription(app: App, ref: string): Promise<Report | null> {
  const requestNumber = await nextRequestNumber(app.db);
  const report = await needProvider(app).find(ref);
  if (report === null) app.log.warn({ ref }, 'PayPal does not know a subscription of ours');
  else await transaction(app.db, (tx) => applyReport(app, tx, report, requestNumber));
  return report;
}
