import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/**
 * Subtracts a deleted account's plays from the platform's months, because its daily sums are deleted with it. The
 * caller must have locked the counters.
 */
export const subtractPlaysOf: AccountDeletion = async (tx, userId) => {
  await tx`
    update platform_months m set plays = m.plays - gone.n
    from (
      select date_trunc('month', day::timestamp)::date as month, sum(n)::bigint as n
      from stat_days where musician_id = ${userId} and title = 'play-media' group by 1
    ) gone
    where m.month = gone.month`;
};
