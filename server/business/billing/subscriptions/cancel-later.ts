import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { insertCancellation } from './pending-cancellations.queries.ts';
import { endAtProviderJob } from '../billing.jobs.ts';

/**
 * Ends a subscription at the provider soon after this transaction. The cancellation is recorded until the provider has
 * confirmed it, so that `reconcilePlans` retries it if the queue gives up.
 */
export async function cancelLater({ queue }: Pick<App, 'queue'>, tx: Tx, ref: string): Promise<void> {
  await insertCancellation(tx, ref);
  await queue.enqueue(tx, endAtProviderJob, { ref });
}
