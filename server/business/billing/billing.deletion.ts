import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';
import { cancelLater } from './subscriptions/cancel-later.ts';
import { storeDeletedPlans } from './subscriptions/deleted-plans.queries.ts';
import { listCharged } from './subscriptions/subscriptions.queries.ts';
import { lockOwner } from '../../accounts/plans/plan-owner.queries.ts';

/**
 * Ends the subscriptions of a deleted account, so that it isn’t charged again. The account is locked first, so that a
 * plan chosen at the same moment is either seen here or refused. If the payer approves a plan later, `storeEvent` ends
 * it when PayPal reports the approval.
 */
export const endSubscriptionsOf: AccountDeletion = async (tx, userId, app) => {
  await lockOwner(tx, userId);
  await storeDeletedPlans(tx, userId);
  for (const ref of await listCharged(tx, userId)) await cancelLater(app, tx, ref);
};
