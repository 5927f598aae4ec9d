import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import type { Env } from '../../platform/env.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';
import { presentUserCard } from '../../accounts/users/users.present.ts';
import type { ListedUserRow } from './user-list.queries.ts';

/** A row of a list of accounts, for administrators alone. */
export const presentUserSummary = (row: ListedUserRow, env: Env): UserSummary => ({
  ...presentUserCard(row),
  email: row.email,
  role: row.role,
  isCurator: row.is_curator,
  plan: planNamed(env, row.plan).type,
  paidPlan: row.paid_plan,
  hasSecondFactor: row.has_second_factor,
  suspension:
    row.suspension_reason === null
      ? null
      : { reason: row.suspension_reason, endsOn: row.suspension_ends_at?.toISOString() ?? null },
});
