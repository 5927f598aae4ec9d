import type { Db, Tx } from '../../platform/db/connection.ts';
import { paidPlanColumn } from '../../accounts/plans/plans.columns.ts';

/** Records that an administrator changed an account's plan. The account is notified once no more changes follow. */
export async function insertAssignment(tx: Tx, userId: string, planBefore: string): Promise<void> {
  await tx`
    insert into plan_assignments (user_id, plan_before) values (${userId}, ${planBefore})
    on conflict (user_id) do update set assigned_at = now()`;
}

export interface AssignedPlan {
  before: string;
  plan: string;
  /** The plan that it keeps paying for; null for none. */
  paidPlan: string | null;
}

/**
 * Deletes and returns the pending notice about an account's plan, if the last change is at least `seconds` ago;
 * otherwise null.
 */
export async function claimAssignment(tx: Tx, userId: string, seconds: number): Promise<AssignedPlan | null> {
  const [row] = await tx<AssignedPlan[]>`
    delete from plan_assignments a using users u
    where u.id = a.user_id and a.user_id = ${userId} and a.assigned_at <= now() - make_interval(secs => ${seconds})
    returning a.plan_before as before, u.plan, ${paidPlanColumn(tx)} as "paidPlan"`;
  return row ?? null;
}

/** The plan of an account if it is offered, and is neither the plan that the account pays for nor the base plan. */
export async function findAssigned(
  db: Db,
  userId: string,
  { base, offered }: { base: string; offered: string[] },
): Promise<string | null> {
  const [row] = await db<{ plan: string }[]>`
    select u.plan from users u where u.id = ${userId} and u.plan = any(${offered})
      and u.plan <> coalesce(${paidPlanColumn(db)}, ${base})`;
  return row?.plan ?? null;
}
