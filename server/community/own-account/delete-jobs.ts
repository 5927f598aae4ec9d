import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/**
 * Deletes queued and finished jobs of these kinds that contain the account's id or address. Finished jobs are kept for
 * a while by default. A running job isn't deleted, and expires later.
 */
export const deleteJobsOf =
  (jobs: readonly { name: string }[]): AccountDeletion =>
  async (tx, userId) => {
    await tx`
      delete from pgboss.job j using users u
      where u.id = ${userId} and j.name = any(${jobs.map(({ name }) => name)}) and j.state <> 'active'
        and (j.data ->> 'userId' = u.id::text or lower(j.data ->> 'email') = lower(u.email))`;
  };
