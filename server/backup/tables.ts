import type { Db } from '../db/connection.ts';

/** The product's, and the queue's. */
export const SCHEMAS = ['public', 'pgboss'];

/**
 * Tables that are not copied: of the queue what its own version makes, and its watch over itself; which workers run, for
 * those of a backup do not where it is restored.
 * Unlogged tables are not copied either: what a crash may empty is nothing to keep.
 */
const LEFT_OUT = ['pgboss.version', 'pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats', 'public.workers'];

export interface Table {
  schema: string;
  name: string;
  /** But for those that the database computes itself. */
  columns: string[];
}

/** Every table that a backup holds, with its partitions as one. */
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
/** Its columns as SQL. */
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map(quoted).join(', ');
