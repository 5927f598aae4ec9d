import type { AccountDeletion } from '../users/delete-account.ts';
import { endLater } from './end-later.ts';
import { listCharged } from './plan-subscriptions.queries.ts';

/** Who deletes an account is charged no more. */
export const giveUpPlans: AccountDeletion = async (tx, userId, app) => {
  for (const ref of await listCharged(tx, userId)) await endLater(app, tx, ref);
};
