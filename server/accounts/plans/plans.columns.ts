import type { Db } from '../../platform/db/connection.ts';

/** The subscription of the account `u`, in the form of `/api/users/me`. A plan in its grace period is still active. */
export const subscriptionColumn = (db: Db) => db`
  (select json_build_object('id', s.id, 'plan', s.plan,
      'status', case s.status when 'pending' then 'pending' else 'active' end,
      'paypalInfo', json_build_object('subscriptionId', s.provider_ref, 'email', s.payer_email,
        'nextBillingOn', to_char(s.next_billing_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from plan_subscriptions s where s.user_id = u.id and s.status in ('pending', 'active', 'past-due')
    order by s.status = 'pending' limit 1)`;

/** The plan that the account `u` pays for, or owes for within its grace period; null for none. */
export const paidPlanColumn = (db: Db) => db`
  (select s.plan from plan_subscriptions s where s.user_id = u.id and s.status in ('active', 'past-due'))`;
