import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { Env } from '../../platform/env.ts';

type Plans = Pick<Env, 'PLANS' | 'DEFAULT_PLAN'>;

/**
 * The first plan. Accounts that have paid for none, and to which no administrator assigned another, are stored under
 * its name.
 */
export function basePlan({ PLANS: [base] }: Pick<Env, 'PLANS'>): Plan {
  if (base === undefined) throw new Error('There is no base plan.');
  return base;
}

/** The plan whose limits apply to these accounts. */
export const freePlan = (env: Plans): Plan => env.PLANS.find(({ type }) => type === env.DEFAULT_PLAN) ?? basePlan(env);

/**
 * The plan in force for an account with this plan name in its row. Accounts whose plan was removed from the
 * configuration have the plan of accounts without a paid one.
 */
export function planNamed(env: Plans, name: string): Plan {
  const plan = env.PLANS.find(({ type }) => type === name);
  return plan === undefined || plan === basePlan(env) ? freePlan(env) : plan;
}
