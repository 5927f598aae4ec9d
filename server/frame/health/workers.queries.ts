import type { Db } from '../../platform/db/connection.ts';
import type { Finding } from './check.ts';

export interface WorkerRow {
  id: string;
  machine: string;
  started_at: Date;
  seen_at: Date;
  silent: boolean;
  silentSeconds: number;
  findings: Finding[];
}

/** Seconds without a heartbeat after which a worker counts as dead. It sends four in that time. */
const SILENCE = 60;

/** Records a worker's heartbeat. Removes workers without a heartbeat for an hour. */
export async function markAlive(db: Db, id: string, machine: string): Promise<void> {
  await db`
    with gone as (delete from workers where seen_at < now() - interval '1 hour' and id <> ${id})
    insert into workers (id, machine) values (${id}, ${machine})
    on conflict (id) do update set seen_at = now()`;
}

/** Stores the findings of a worker about its machine. */
export async function saveFindings(db: Db, id: string, findings: readonly Finding[]): Promise<void> {
  await db`update workers set findings = ${db.json(findings as never)} where id = ${id}`;
}

export async function removeWorker(db: Db, id: string): Promise<void> {
  await db`delete from workers where id = ${id}`;
}

/** The workers of an installation, by machine and age. */
export const findWorkers = (db: Db): Promise<WorkerRow[]> =>
  db<WorkerRow[]>`
    select id, machine, started_at, seen_at, findings,
      seen_at < now() - make_interval(secs => ${SILENCE}) as silent,
      extract(epoch from now() - seen_at)::float8 as "silentSeconds"
    from workers order by machine, started_at, id limit 200`;
