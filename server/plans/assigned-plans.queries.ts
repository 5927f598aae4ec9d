import type { Db, Tx } from '../db/connection.ts';
import { paidPlanColumn } from './plans.columns.ts';

/** Keeps in mind that an administrator changed an account's plan, which it is told of once nothing more follows. */
export async function insertAssignment(tx: Tx, userId: string, planBefore: string): Promise<void> {
  await tx`
    insert into plan_assignments (user_id, plan_before) values (${userId}, ${planBefore})
    on conflict (user_id) do update set assigned_at = now()`;
}

export interface AssignedPlan {
  before: string;
  plan: string;
  /** What it goes on paying for; null for none. */
  paidPlan: string | null;
}

/** Takes what an account is to be told, where the last change is this long ago (seconds); null where there is nothing. */
export async function takeAssignment(tx: Tx, userId: string, seconds: number): Promise<AssignedPlan | null> {
  const [row] = await tx<AssignedPlan[]>`
    delete from plan_assignments a using users u
    where u.id = a.user_id and a.user_id = ${userId} and a.assigned_at <= now() - make_interval(secs => ${seconds})
    returning a.plan_before as before, u.plan, ${paidPlanColumn(tx)} as "paidPlan"`;
  return row ?? null;
}

/** The plan that an account has, where it is one that is offered, and neither what it pays for nor the base plan of all others. */
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
