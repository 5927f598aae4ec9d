import type { Db } from '../../platform/db/connection.ts';
import type { SuspensionRow } from '../../accounts/users/suspension.queries.ts';

/**
 * Writes a suspension in place of an earlier one. It doesn't shorten one in force: the later end counts.
 * @param days from now; null until an administrator lifts it
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

/** Ends an account's suspension; false if none is in force. */
export async function endSuspension(tx: Db, userId: string): Promise<boolean> {
  const { count } = await tx`
    delete from suspensions where user_id = ${userId} and (ends_at is null or ends_at > now())`;
  return count > 0;
}
