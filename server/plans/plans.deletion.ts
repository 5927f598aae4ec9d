import type { AccountDeletion } from '../users/account-deletion.ts';
import { cancelLater } from './cancel-at-provider.ts';
import { rememberPlansOf } from './deleted-plans.queries.ts';
import { listCharged, lockOwner } from './plan-subscriptions.queries.ts';

/**
 * Who deletes an account is charged no more. The account is locked first: a plan that is chosen at the same moment is
 * there afterwards, or refused. If the payer approves a plan later, its event ends it (`keepEvent`).
 */
export const deletePlansOf: AccountDeletion = async (tx, userId, app) => {
  await lockOwner(tx, userId);
  await rememberPlansOf(tx, userId);
  for (const ref of await listCharged(tx, userId)) await cancelLater(app, tx, ref);
};
