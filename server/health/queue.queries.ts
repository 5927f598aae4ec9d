import type { Db } from '../db/connection.ts';

export interface QueueRow {
  name: string;
  /** Due, and not taken yet. */
  waiting: number;
  active: number;
  /** Given up in the last day. */
  failed: number;
  /** How long the job that is due longest has waited; null where none waits. */
  oldestSeconds: number | null;
}

/** What is in the queue, kind by kind; null where there is no queue yet. */
export async function findQueues(db: Db): Promise<QueueRow[] | null> {
  const [table] = await db<{ there: boolean }[]>`select to_regclass('pgboss.job') is not null as there`;
  if (table?.there !== true) return null;
  return db<QueueRow[]>`
    select q.name,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as waiting,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'failed')::int as failed,
      extract(epoch from now() - min(greatest(j.created_on, j.start_after))
        filter (where j.state in ('created', 'retry') and j.start_after <= now()))::float8 as "oldestSeconds"
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and (j.state in ('created', 'retry', 'active')
      or j.state = 'failed' and j.completed_on > now() - interval '1 day')
    where q.name not like E'\\_\\_pgboss%'
    group by q.name order by q.name`;
}
