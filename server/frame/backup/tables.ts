import type { Db } from '../../platform/db/connection.ts';

/** The product's schema and the queue's. */
export const SCHEMAS = ['public', 'pgboss'];

/**
 * Tables that aren't copied: those that the queue's own version creates, its monitoring, and the running workers, which
 * don't run in the restored installation.
 * Unlogged tables aren't copied either, because a crash may empty them at any time.
 */
const LEFT_OUT = ['pgboss.version', 'pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats', 'public.workers'];

export interface Table {
  schema: string;
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/** Lists every table of a backup; a partitioned table counts as one. */
export async function listTables(db: Db): Promise<Table[]> {
  return db<Table[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and n.nspname || '.' || c.relname <> all(${LEFT_OUT})
    order by 1, 2`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A table's name as SQL. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;
/** The column names of a table as SQL. */
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map(quoted).join(', ');
