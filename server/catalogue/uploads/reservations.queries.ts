import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Reserved } from '../../platform/storage/space.ts';
import { RESUMABLE_HOURS } from './resumable.queries.ts';

/** Seconds for which space stays reserved for a file while none of its bytes arrive. */
const PROMISE = 120;

/** An account's file that has not arrived completely. */
export interface Unfinished {
  id: string;
  /** Total size. */
  bytes: number;
  resumable: boolean;
  /** Whether the file's reservation is valid, because the upload began or continued in the last `PROMISE` seconds. */
  moving: boolean;
}

/**
 * Takes the lock for reserving space, which only one transaction of all processes can hold; held until the transaction
 * ends.
 */
export async function lockSpace(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(7268458)`;
}

/** The space reserved for all files except `except`; with `formsOnly` only the space reserved for forms. */
export async function reservedSpace(tx: Tx, except: string, formsOnly = false): Promise<Reserved> {
  const [row] = await tx<Reserved[]>`
    select count(*)::int as files, coalesce(sum(greatest(bytes - received, 0)), 0)::bigint as remaining,
      coalesce(sum(bytes), 0)::bigint as whole
    from upload_reservations where until > now() and id <> ${except} and not (resumable and ${formsOnly})`;
  return row ?? { files: 0, remaining: 0, whole: 0 };
}

/** An account's unfinished files, oldest first, without forms whose process died. */
export async function listUnfinished(tx: Tx, userId: string): Promise<Unfinished[]> {
  return tx<Unfinished[]>`
    select id, bytes, resumable, until > now() as moving from upload_reservations
    where user_id = ${userId} and (resumable or until > now()) order by created_at, id`;
}

export async function insertReservation(
  tx: Tx,
  { id, userId, bytes, resumable }: { id: string; userId: string; bytes: number; resumable: boolean },
): Promise<void> {
  await tx`
    insert into upload_reservations (id, user_id, bytes, resumable, until)
    values (${id}, ${userId}, ${bytes}, ${resumable}, now() + make_interval(secs => ${PROMISE}))`;
}

/**
 * Records how much of a file is on the disk, which renews its reservation; false if the reservation was removed. If new
 * bytes of a resumable upload have arrived, its expiry is extended as well. Requests without a byte don't extend the
 * expiry, because they could keep the space reserved forever.
 */
export async function recordReceived(db: Db, id: string, received: number): Promise<boolean> {
  const rows = await db`
    with waits as (
      update resumable_uploads set expires_at = now() + make_interval(hours => ${RESUMABLE_HOURS})
      where media_id is null and expires_at > now()
        and id in (select id from upload_reservations where id = ${id} and received <> ${received}))
    update upload_reservations set received = ${received}, until = now() + make_interval(secs => ${PROMISE})
    where id = ${id} returning 1`;
  return rows.length > 0;
}

/** Renews a valid reservation; false if the reservation has expired or was removed. */
export async function renewReservation(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update upload_reservations set until = now() + make_interval(secs => ${PROMISE})
    where id = ${id} and until > now() returning 1`;
  return rows.length > 0;
}

export async function removeReservation(db: Db, id: string): Promise<void> {
  await db`delete from upload_reservations where id = ${id}`;
}

/** Deletes the reservations of forms whose process died. */
export async function pruneDeadForms(db: Db): Promise<void> {
  await db`delete from upload_reservations where not resumable and until < now()`;
}
