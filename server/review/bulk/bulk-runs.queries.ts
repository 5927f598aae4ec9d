import type { BulkAction, BulkName } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** Days for which a run is kept. */
const KEPT_DAYS = 30;

export interface BulkRunRow {
  id: string;
  action: BulkName;
  created_at: Date;
  finished_at: Date | null;
  total: number;
  done: number;
  failed: number;
  failures: { id: string; name: string | null; reason: string }[];
}

/** Writes a run with all its items. */
export async function insertRun(
  tx: Tx,
  { id, actorId, action, ids }: { id: string; actorId: string; action: BulkAction; ids: readonly string[] },
): Promise<void> {
  await tx`insert into bulk_runs (id, actor_id, action) values (${id}, ${actorId}, ${tx.json(action)})`;
  await tx`
    insert into bulk_items (run_id, position, subject_id)
    select ${id}, position, subject_id from unnest(${[...ids]}::uuid[]) with ordinality as chosen(subject_id, position)`;
}

/** An administrator's runs that were not dismissed, newest first; only the one with this `id` if given. */
export async function listRuns(db: Db, actorId: string, limit: number, id?: string): Promise<BulkRunRow[]> {
  return db<BulkRunRow[]>`
    select r.id, r.action ->> 'name' as action, r.created_at, r.finished_at, i.total, i.done, i.failed,
      coalesce(f.failures, '[]') as failures
    from bulk_runs r
    join lateral (
      select count(*)::int as total, count(*) filter (where state = 'done')::int as done,
        count(*) filter (where state = 'failed')::int as failed
      from bulk_items where run_id = r.id) i on true
    left join lateral (
      select json_agg(json_build_object('id', x.subject_id, 'name', coalesce(m.title, u.first_name || ' ' || u.last_name), 'reason', x.reason)
        order by x.position) as failures
      from bulk_items x
      left join media m on m.id = x.subject_id
      left join users u on u.id = x.subject_id and u.deleted_at is null
      where x.run_id = r.id and x.state = 'failed') f on true
    where r.actor_id = ${actorId} and r.dismissed_at is null ${id === undefined ? db`` : db`and r.id = ${id}`}
    order by r.created_at desc, r.id desc limit ${limit}`;
}

/** Dismisses an administrator's own finished run; otherwise does nothing. */
export async function dismissRun(db: Db, actorId: string, id: string): Promise<void> {
  await db`
    update bulk_runs set dismissed_at = now()
    where id = ${id} and actor_id = ${actorId} and finished_at is not null and dismissed_at is null`;
}

/** The administrator and action of an unfinished run; null for other runs. */
export async function findUnfinished(db: Db, id: string): Promise<{ actorId: string; action: BulkAction } | null> {
  const [row] = await db<{ actorId: string; action: BulkAction }[]>`
    select actor_id as "actorId", action from bulk_runs where id = ${id} and finished_at is null`;
  return row ?? null;
}

interface Item {
  position: number;
  subjectId: string;
}

/** The next waiting item; null when none is left. */
export async function nextWaiting(db: Db, runId: string): Promise<Item | null> {
  const [row] = await db<Item[]>`
    select position, subject_id as "subjectId" from bulk_items
    where run_id = ${runId} and state = 'waiting' order by position limit 1`;
  return row ?? null;
}

/** Marks an item as done, in the same transaction as its action; false if another worker has done it. */
export async function completeItem(tx: Tx, runId: string, position: number): Promise<boolean> {
  const rows = await tx`
    update bulk_items set state = 'done' where run_id = ${runId} and position = ${position} and state = 'waiting'
    returning 1`;
  return rows.length > 0;
}

export async function failItem(db: Db, runId: string, position: number, reason: string): Promise<void> {
  await db`
    update bulk_items set state = 'failed', reason = ${reason}
    where run_id = ${runId} and position = ${position} and state = 'waiting'`;
}

/** Marks a run as finished. */
export async function finishRun(db: Db, id: string): Promise<void> {
  await db`update bulk_runs set finished_at = now() where id = ${id} and finished_at is null`;
}

/**
 * Ends unfinished runs without a job, which was given up or removed from the queue by an administrator. Their waiting
 * items are marked as failed, so that the list shows them and the run can be dismissed.
 * @param reason the text for each failed item, for the administrator who started the run
 */
export async function endAbandonedRuns(db: Db, jobName: string, reason: string): Promise<void> {
  await db`
    with abandoned as (
      update bulk_runs r set finished_at = now()
      where r.finished_at is null and not exists (
        select 1 from pgboss.job j
        where j.name = ${jobName} and j.state < 'completed' and j.data->>'runId' = r.id::text)
      returning r.id)
    update bulk_items i set state = 'failed', reason = ${reason}
    from abandoned where i.run_id = abandoned.id and i.state = 'waiting'`;
}

export async function deleteOldRuns(db: Db): Promise<void> {
  await db`delete from bulk_runs where created_at < now() - make_interval(days => ${KEPT_DAYS})`;
}
