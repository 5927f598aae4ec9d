import { type Pool, transaction } from '../../platform/db/connection.ts';
import { lockCounters } from '../../platform/db/lock-counters.ts';

/**
 * Adds the follows and unfollows since the last run (`follow_changes`) to the counters of subscriptions to musicians'
 * news. They aren't counted in the transactions that make them, because each subscription would lock the musician's row
 * and the rows that its triggers change, and deleting an account would lock such rows in arbitrary order, which can
 * deadlock.
 */
export async function countFollows(db: Pool): Promise<void> {
  await transaction(db, async (tx) => {
    await lockCounters(tx);
    await tx`
      with taken as (delete from follow_changes returning musician_id, change)
      update users u set subscription_count = u.subscription_count + s.n
      from (select musician_id, sum(change) as n from taken group by 1) s
      where u.id = s.musician_id and s.n <> 0 and u.deleted_at is null`;
  });
}
