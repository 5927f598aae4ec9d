import { isInForce } from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { conflict, unauthorized } from '../../../platform/http/errors.ts';
import { discardPending } from '../subscriptions/change-plans.ts';
import { type PlanSubscription, findOpen, insertPlanSubscription } from '../subscriptions/subscriptions.queries.ts';
import { lockOwner } from '../../../accounts/plans/plan-owner.queries.ts';

/**
 * Discards the choice that waits for an account's approval.
 *
 * @param only discard it only if it is this one
 * @returns the account's open subscriptions from before
 */
export async function discard(app: App, tx: Tx, userId: string, only?: string): Promise<PlanSubscription[]> {
  if (!(await lockOwner(tx, userId))) throw unauthorized();
  const open = await findOpen(tx, userId);
  const pending = open.filter(({ id, status }) => status === 'pending' && (only === undefined || id === only));
  await discardPending(app, tx, userId, pending);
  return open;
}

/**
 * Stores a choice that waits for its approval, in place of an earlier one.
 *
 * @param refusal the error if a plan is in force; without it, this choice is meant to replace that plan
 */
export async function chooseInstead(
  app: App,
  tx: Tx,
  choice: Pick<PlanSubscription, 'id' | 'userId' | 'plan' | 'ref' | 'approveUrl'>,
  refusal?: string,
): Promise<void> {
  const open = await discard(app, tx, choice.userId);
  if (refusal !== undefined && open.some((one) => isInForce(one))) throw conflict(refusal);
  // The provider's report arrived first, so the choice is already in force.
  if (open.some((one) => isInForce(one) && one.ref === choice.ref && one.plan === choice.plan)) return;
  await insertPlanSubscription(tx, choice);
}
