import type { AccountDeletion } from '../users/account-deletion.ts';

/** Takes an account's plays, whose daily sums go with it, out of the months of the platform. The counters are locked. */
export const subtractPlaysOf: AccountDeletion = async (tx, userId) => {
  await tx`
    update platform_months m set plays = m.plays - gone.n
    from (
      select date_trunc('month', day::timestamp)::date as month, sum(n)::bigint as n
      from stat_days where musician_id = ${userId} and title = 'play-media' group by 1
    ) gone
    where m.month = gone.month`;
};
