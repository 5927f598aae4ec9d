import type { Db } from '../../platform/db/connection.ts';

export interface SuspensionRow {
  reason: string;
  /** Null until an administrator lifts the suspension. */
  ends_at: Date | null;
}

/** SQL for whether the account of this column is suspended now. */
export const isSuspended = (db: Db, id: 'u.id' | 'users.id' | 'other.id') => db`
  exists (select 1 from suspensions x where x.user_id = ${db.unsafe(id)} and (x.ends_at is null or x.ends_at > now()))`;

/** The suspension in force, or null. */
export async function findSuspension(db: Db, userId: string): Promise<SuspensionRow | null> {
  const [row] = await db<SuspensionRow[]>`
    select reason, ends_at from suspensions where user_id = ${userId} and (ends_at is null or ends_at > now())`;
  return row ?? null;
}
