import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/**
 * Deletes the jobs of these kinds that name an account, by its id or its address, whether they wait or are done: what is done is
 * kept for a while. One that runs is left, and goes with its time.
 */
export const deleteJobsOf =
  (jobs: readonly { name: string }[]): AccountDeletion =>
  async (tx, userId) => {
    await tx`
      delete from pgboss.job j using users u
      where u.id = ${userId} and j.name = any(${jobs.map(({ name }) => name)}) and j.state <> 'active'
        and (j.data ->> 'userId' = u.id::text or lower(j.data ->> 'email') = lower(u.email))`;
  };
