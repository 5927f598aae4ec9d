import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Pool, type Tx, connect, transaction } from '../../platform/db/connection.ts';
import { migrate, migrationNames } from '../../platform/db/migrate.ts';
import { openQueue } from '../../platform/jobs/queue.ts';
import type { Logger } from '../../platform/log.ts';
import { readLines } from '../../platform/storage/lines.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { markAbsentFiles } from './absent-files.ts';
import { restoreHelpTexts } from './help-texts.ts';
import { BackupRefusal, FILE_LIST, type Manifest, filePath, readManifest, tablePath } from './manifest.ts';
import { SCHEMAS, columnsOf, nameOf } from './tables.ts';
import { beginRestore, finishRestore } from './unfinished-restore.ts';
import { countBytes, countRows } from './write-backup.ts';

interface Restoring {
  /** The folder of the backup. */
  from: string;
  /** The data folder of the new installation. It is marked as unusable until everything is restored. */
  dataDir: string;
  /** An empty database. */
  databaseUrl: string;
  /** An empty store. */
  storage: Storage;
  roots: readonly string[];
  /** Returns the path of a temporary folder on this machine, which is removed after use. */
  scratch: () => Promise<string>;
  log: Logger;
  say?: (line: string) => void;
  /** Aborts the restore, which then rejects with the signal's reason. */
  stop?: AbortSignal;
}

/**
 * Restores a backup into an empty database and an empty store. Every row and every byte is compared with the backup's
 * checksums, and the database checks every foreign key; throws if anything differs. The rows are restored last, in one
 * transaction, in which rows with a missing file are updated, so that users aren't offered the file. An older backup
 * keeps its schema, which the next start migrates.
 */
export async function restoreBackup({
  from,
  dataDir,
  databaseUrl,
  storage,
  roots,
  scratch,
  log,
  say = () => {},
  stop,
}: Restoring): Promise<Manifest> {
  const manifest = await readRestorable(from);
  const db = connect(databaseUrl, { name: 'scoville-restore', max: 2 });
  try {
    await needEmpty(db, storage, roots);
    stop?.throwIfAborted();
    await beginRestore(dataDir);
    await migrate(databaseUrl, manifest.migrations.length);
    const queue = await openQueue(databaseUrl, [], 'web', log);
    await queue.stop();
    await needSameQueue(db, manifest);
    await loadFiles(from, manifest, { storage, scratch, stop });
    await restoreHelpTexts(from, manifest, dataDir);
    say(`${manifest.files.count} files, ${Math.round(manifest.files.bytes / 1e6)} MB`);
    await transaction(db, async (tx) => {
      await loadDatabase(tx, from, manifest, stop);
      await markAbsentFiles(tx, from, manifest, say);
    });
    await db`analyze`;
    say(`${manifest.tables.length} tables, ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    await finishRestore(dataDir);
    return manifest;
  } catch (error) {
    stop?.throwIfAborted();
    throw error;
  } finally {
    await db.end({ timeout: 5 });
  }
}

/** Reads the manifest of a backup. Throws BackupRefusal if the folder is no backup, or has one of a newer version. */
export async function readRestorable(from: string): Promise<Manifest> {
  const manifest = await readManifest(from);
  const ours = await migrationNames();
  const unknown = manifest.migrations.find((name, at) => ours[at] !== name);
  if (unknown !== undefined)
    throw new BackupRefusal(
      `This backup is of a newer version of the product: it has the migration ${unknown}. Install that version and restore it there.`,
    );
  return manifest;
}

async function needEmpty(db: Pool, storage: Storage, roots: readonly string[]): Promise<void> {
  const [table] = await db<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p') limit 1`;
  if (table !== undefined)
    throw new BackupRefusal(
      `The database is not empty: it has ${table.name}. A backup is restored into a fresh place.`,
    );
  for (const root of roots)
    for await (const key of storage.list(root))
      throw new BackupRefusal(
        `The store of files is not empty: it has ${key}. A backup is restored into a fresh place.`,
      );
}

async function needSameQueue(db: Pool, { queue }: Manifest): Promise<void> {
  const [row] = await db<{ version: number }[]>`select version from pgboss.version`;
  if (row?.version !== queue)
    throw new BackupRefusal(
      `The queue of this backup has version ${queue}, the one of this product ${row?.version}. Restore it with the version of the product that made it, and upgrade then.`,
    );
}

/**
 * Drops foreign keys and recreates them afterwards, which checks all of them. Also recreates indexes, because building
 * an index is faster than adding rows to it. Our triggers don't run, because their results are in the backup.
 */
async function loadDatabase(
  tx: Tx,
  from: string,
  { tables, sequences }: Manifest,
  stop: AbortSignal | undefined,
): Promise<void> {
  const references = await tx<{ table: string; name: string; definition: string }[]>`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and c.conparentid = 0 and n.nspname = any(${SCHEMAS})`;
  // Indexes without a constraint. Of a partitioned table, only the parent index, which includes those of its
  // partitions. The queue's are small, so they are kept.
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('i', 'I') and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  for (const { table, name } of references) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  for (const table of tables) await tx.unsafe(`alter table ${nameOf(table)} disable trigger user`);
  await tx.unsafe(`truncate ${tables.map(nameOf).join(', ')}`);
  for (const table of tables) {
    const counting = countRows();
    const rows = await tx.unsafe(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`).writable();
    await pipeline(createReadStream(tablePath(from, table)), createGunzip(), counting.stream, rows, { signal: stop });
    const { sha256 } = counting.result();
    const [count] = await tx.unsafe<{ n: number }[]>(`select count(*)::int as n from ${nameOf(table)}`);
    if (sha256 !== table.sha256 || count?.n !== table.rows)
      throw new BackupRefusal(
        `The backup is damaged: ${nameOf(table)} should have ${table.rows} rows, and has ${count?.n}, or others.`,
      );
  }
  for (const { schema, name, last } of sequences)
    await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text), ${last})`;
  await tx`set local maintenance_work_mem = '256MB'`;
  for (const definition of [
    ...indexes.map((index) => index.definition),
    ...references.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  ]) {
    stop?.throwIfAborted();
    await tx.unsafe(definition);
  }
  for (const table of tables) await tx.unsafe(`alter table ${nameOf(table)} enable trigger user`);
}

async function loadFiles(
  from: string,
  manifest: Manifest,
  { storage, scratch, stop }: Pick<Restoring, 'storage' | 'scratch'> & { stop: AbortSignal | undefined },
): Promise<void> {
  const list = join(from, FILE_LIST);
  const named = await countLines(list);
  if (named !== manifest.files.count)
    throw new BackupRefusal(`The backup is damaged: ${FILE_LIST} names ${named} files of ${manifest.files.count}.`);
  const folder = await scratch();
  await mkdir(folder, { recursive: true });
  try {
    for await (const line of readLines(list)) {
      const [sha256, , key = ''] = line.split(' ');
      const counting = countBytes();
      const path = join(folder, 'copy');
      await pipeline(createReadStream(filePath(from, key)), counting.stream, createWriteStream(path), { signal: stop });
      if (counting.result().sha256 !== sha256)
        throw new BackupRefusal(`The backup is damaged: ${key} is not what was copied.`);
      await storage.put(key, path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function countLines(path: string): Promise<number> {
  let count = 0;
  for await (const _line of readLines(path)) count += 1;
  return count;
}
