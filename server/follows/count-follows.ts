import { type Pool, transaction } from '../db/connection.ts';
import { lockCounters } from '../db/lock-counters.ts';

/**
 * Adds up who came and went since the last time (`follow_changes`). Not where it happens: a musician's row, and whatever
 * follows from its change, would be held by each subscription, and by those of a deleted account in any order.
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
