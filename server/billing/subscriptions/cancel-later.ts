import type { App } from '../../app-context.ts';
import type { Tx } from '../../db/connection.ts';
import { insertCancellation } from './pending-cancellations.queries.ts';
import { endAtProviderJob } from '../billing.jobs.ts';

/**
 * Has a subscription ended at the provider, soon after this transaction. It is kept in mind until the provider has
 * confirmed it: what the queue gives up, the reconciliation tries again.
 */
export async function cancelLater({ queue }: Pick<App, 'queue'>, tx: Tx, ref: string): Promise<void> {
  await insertCancellation(tx, ref);
  await queue.enqueue(tx, endAtProviderJob, { ref });
}
