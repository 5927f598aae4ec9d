import type { ChosenPlan, PaidPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { isInForce } from '@scoville/contract/business/billing/subscription-state.ts';
import type { Db } from '../../../platform/db/connection.ts';
import type { Env } from '../../../platform/env.ts';
import { findAssigned } from '../../../community/own-account/assigned-plans.queries.ts';
import { basePlan } from '../../../accounts/plans/plan-limits.ts';
import { type PlanSubscription, findOpen } from '../subscriptions/subscriptions.queries.ts';

const present = (row: PlanSubscription): ChosenPlan => ({
  id: row.id,
  plan: row.plan,
  status: row.status,
  approveUrl: row.status === 'pending' && !row.firstPaymentFailed ? row.approveUrl : null,
  nextBillingOn: row.nextBillingAt?.toISOString() ?? null,
  graceUntil: row.graceUntil === null ? null : new Date(row.graceUntil).toISOString(),
  firstPaymentFailed: row.firstPaymentFailed,
  createdOn: row.createdAt.toISOString(),
});

/** The plan that an account pays for, the choice that waits for approval, and the plan that it was assigned instead. */
export async function readPaidPlan(
  { db, env }: { db: Db; env: Pick<Env, 'PLANS'> },
  userId: string,
): Promise<PaidPlan> {
  const open = await findOpen(db, userId);
  const one = (row: PlanSubscription | undefined) => (row ? present(row) : null);
  return {
    current: one(open.find((row) => isInForce(row))),
    pending: one(open.find(({ status }) => status === 'pending')),
    assigned: await findAssigned(db, userId, { base: basePlan(env).type, offered: env.PLANS.map(({ type }) => type) }),
  };
}
