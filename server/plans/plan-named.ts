import type { Plan } from '@scoville/contract/plans.ts';
import type { Env } from '../env.ts';

type Plans = Pick<Env, 'PLANS' | 'DEFAULT_PLAN'>;

/** The plan under whose name accounts are kept that have paid for none, and to which nobody assigned another. */
export function basePlan({ PLANS: [base] }: Pick<Env, 'PLANS'>): Plan {
  if (base === undefined) throw new Error('There is no base plan.');
  return base;
}

/** What these accounts may do. */
export const freePlan = (env: Plans): Plan => env.PLANS.find(({ type }) => type === env.DEFAULT_PLAN) ?? basePlan(env);

/** The plan that is in force for an account kept under this name; one that the configuration no longer knows is none. */
export function planNamed(env: Plans, name: string): Plan {
  const plan = env.PLANS.find(({ type }) => type === name);
  return plan === undefined || plan === basePlan(env) ? freePlan(env) : plan;
}
