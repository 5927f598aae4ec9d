import { expect } from 'vitest';
import type { Db } from '../platform/db/connection.ts';

/** Waits until `many` statements of this test's database wait for a lock. */
export async function untilWaiting(db: Db, many: number): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length;
    })
    .toBe(many);
}
