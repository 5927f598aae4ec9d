import type { AccountDeletion } from '../users/delete-account.ts';
import { listCharged } from './plan-subscriptions.queries.ts';
import { endAtProviderJob } from './plans.jobs.ts';

/** Who deletes an account is charged no more. */
export const giveUpPlans: AccountDeletion = async (tx, userId, { queue }) => {
  for (const ref of await listCharged(tx, userId)) await queue.enqueue(tx, endAtProviderJob, { ref });
};
