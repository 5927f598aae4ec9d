import type { AccountDeletion } from '../users/delete-account.ts';
import { cancelLater } from './cancel-at-provider.ts';
import { listCharged } from './plan-subscriptions.queries.ts';

/** Who deletes an account is charged no more. */
export const deletePlansOf: AccountDeletion = async (tx, userId, app) => {
  for (const ref of await listCharged(tx, userId)) await cancelLater(app, tx, ref);
};
