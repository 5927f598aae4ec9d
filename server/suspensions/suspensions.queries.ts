import type { Db } from '../db/connection.ts';

export interface SuspensionRow {
  reason: string;
  /** Null: until it is lifted. */
  ends_at: Date | null;
}

/** Is the account of this column kept from signing in now? As SQL. */
export const isSuspended = (db: Db, id: 'u.id' | 'users.id' | 'other.id') => db`
  exists (select 1 from suspensions x where x.user_id = ${db.unsafe(id)} and (x.ends_at is null or x.ends_at > now()))`;

/** The suspension in force, or null. */
export async function findSuspension(db: Db, userId: string): Promise<SuspensionRow | null> {
  const [row] = await db<SuspensionRow[]>`
    select reason, ends_at from suspensions where user_id = ${userId} and (ends_at is null or ends_at > now())`;
  return row ?? null;
}

/**
 * Takes the place of an earlier one; one that is in force is not shortened by it: the later end counts.
 * @param days from now; null: until it is lifted
 */
export async function writeSuspension(
  tx: Db,
  { userId, reason, days, by }: { userId: string; reason: string; days: number | null; by: string },
): Promise<SuspensionRow> {
  const [row] = await tx<SuspensionRow[]>`
    insert into suspensions as x (user_id, reason, ends_at, suspended_by)
    values (${userId}, ${reason}, now() + make_interval(days => ${days}::int), ${by})
    on conflict (user_id) do update set reason = excluded.reason,
      ends_at = case
        when excluded.ends_at is null or x.ends_at is null then null
        else greatest(x.ends_at, excluded.ends_at) end,
      suspended_by = excluded.suspended_by, created_at = now()
    returning reason, ends_at`;
  if (row === undefined) throw new Error('An upsert returned nothing.');
  return row;
}

/** False when there is none in force. */
export async function endSuspension(tx: Db, userId: string): Promise<boolean> {
  const { count } = await tx`
    delete from suspensions where user_id = ${userId} and (ends_at is null or ends_at > now())`;
  return count > 0;
}
