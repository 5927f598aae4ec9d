import type { Db } from '../../platform/db/connection.ts';

export interface QueueRow {
  name: string;
  /** Jobs that are due but not started. */
  waiting: number;
  active: number;
  /** Jobs that failed in the last day. */
  failed: number;
  /** Seconds since the oldest waiting job was due; null when none is waiting. */
  oldestSeconds: number | null;
}

/** The state of the queue by kind of job; null without a queue. */
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
