import type { Db, Tx } from '../db/connection.ts';
import type { Reserved } from '../storage/space.ts';
import { RESUMABLE_HOURS } from './resumable.queries.ts';

/** Seconds for which room is promised to a file of which nothing comes. */
const PROMISE = 120;

/** A file of an account that is not whole yet. */
export interface Unfinished {
  id: string;
  /** In all. */
  bytes: number;
  resumable: boolean;
  /** Some of it came, or it was begun, a moment ago. */
  moving: boolean;
}

/** Only one file in all processes is promised room at a time, until the transaction ends. */
export async function lockSpace(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(7268458)`;
}

/** What was promised, but for the file `except`; with `formsOnly` what was promised to forms. */
export async function reservedSpace(tx: Tx, except: string, formsOnly = false): Promise<Reserved> {
  const [row] = await tx<Reserved[]>`
    select count(*)::int as files, coalesce(sum(greatest(bytes - received, 0)), 0)::bigint as remaining,
      coalesce(sum(bytes), 0)::bigint as whole
    from upload_reservations where until > now() and id <> ${except} and not (resumable and ${formsOnly})`;
  return row ?? { files: 0, remaining: 0, whole: 0 };
}

/** An account's unfinished files, oldest first; a form whose process died is none. */
export async function unfinishedOf(tx: Tx, userId: string): Promise<Unfinished[]> {
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
 * Notes how much of a file is on the disk, which renews its promise; false when it has none any more. Where something of
 * a resumable one came, it waits for its sender anew: calls without a byte would keep its room for ever.
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

/** Renews a promise that still holds; false when it lapsed, or is gone. */
export async function renewReservation(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update upload_reservations set until = now() + make_interval(secs => ${PROMISE})
    where id = ${id} and until > now() returning 1`;
  return rows.length > 0;
}

export async function removeReservation(db: Db, id: string): Promise<void> {
  await db`delete from upload_reservations where id = ${id}`;
}

/** Forgets the forms of processes that died. */
export async function pruneDeadForms(db: Db): Promise<void> {
  await db`delete from upload_reservations where not resumable and until < now()`;
}
