import type { Plan } from '@scoville/contract/plans.ts';
import type { Env } from '../env.ts';

/** The plan of an account that has paid for none. */
export function basePlan({ PLANS: [base] }: Pick<Env, 'PLANS'>): Plan {
  if (base === undefined) throw new Error('There is no base plan.');
  return base;
}

/** The plan of an account; one that the configuration no longer knows falls back to the base plan. */
export const planNamed = (env: Pick<Env, 'PLANS'>, name: string): Plan =>
  env.PLANS.find(({ type }) => type === name) ?? basePlan(env);
