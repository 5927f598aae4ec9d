import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, Tx } from '../../platform/db/connection.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { copyHelpTexts } from './help-texts.ts';
import {
  type BackedUpTable,
  BackupRefusal,
  FILE_LIST,
  MANIFEST,
  type Manifest,
  filePath,
  tablePath,
} from './manifest.ts';
import { checkOriginals, writeOriginals } from './originals.ts';
import { columnsOf, listTables, nameOf } from './tables.ts';

interface Writing {
  db: Pool;
  /** The data folder of the installation, which contains the operator's own help texts. */
  dataDir: string;
  storage: Storage;
  /** The prefixes of all keys in the store. */
  roots: readonly string[];
  /** The folder to create; it must not exist. */
  to: string;
  say?: (line: string) => void;
  /** Aborts the backup, which then rejects with the signal's reason. */
  stop?: AbortSignal;
}

/**
 * Copies the database and the files of a running installation to a new folder. The database is read in one snapshot, so
 * all rows are consistent. The files are copied afterwards, which works because most files are kept in the store for a
 * day after the last row that refers to them is deleted. The other files may be missing from the backup, so a restore
 * calls `markAbsentFiles`. The folder gets its name only when it is complete. Throws BackupRefusal if the files don't
 * belong to the database.
 */
export async function writeBackup({
  db,
  dataDir,
  storage,
  roots,
  to,
  say = () => {},
  stop,
}: Writing): Promise<Manifest> {
  const beside = join(dirname(to), `.${basename(to)}.partial`);
  if ((await readdir(to).catch(() => null)) !== null)
    throw new BackupRefusal(`${to} is there already. Name a folder that is not there yet.`);
  await rm(beside, { recursive: true, force: true });
  try {
    // The folder is not readable by other system accounts, because the backup contains email addresses and hashes of
    // passwords.
    await mkdir(join(beside, 'database'), { recursive: true, mode: 0o700 });
    const database = (await db.begin('isolation level repeatable read read only', (tx) =>
      copyDatabase(tx, beside, say, stop),
    )) as Omit<Manifest, 'format' | 'files' | 'help'>;
    const files = await copyFiles(storage, roots, beside, stop);
    await checkOriginals(beside, say, stop);
    say(`${files.count} files, ${Math.round(files.bytes / 1e6)} MB`);
    const help = await copyHelpTexts(dataDir, beside);
    if (help.length > 0) say(`${help.length} help texts of your own`);
    const manifest: Manifest = { format: 1, ...database, files, help };
    await writeFile(join(beside, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(beside, to);
    return manifest;
  } catch (error) {
    // An incomplete copy may have filled the disk, and the next backup has another name and wouldn't replace it.
    await rm(beside, { recursive: true, force: true });
    stop?.throwIfAborted();
    throw error;
  }
}

async function copyDatabase(
  tx: Tx,
  folder: string,
  say: (line: string) => void,
  stop: AbortSignal | undefined,
): Promise<Omit<Manifest, 'format' | 'files' | 'help'>> {
  const [now] = await tx<{ at: Date; queue: number }[]>`select now() as at, version as queue from pgboss.version`;
  const migrations = await tx<{ name: string }[]>`select name from migrations order by id`;
  const sequences = await tx<Manifest['sequences']>`
    select schemaname as schema, sequencename as name, last_value as last from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null order by 1, 2`;
  const tables: BackedUpTable[] = [];
  const all = await listTables(tx);
  await writeOriginals(tx, all, folder, stop);
  for (const table of all) {
    const counting = countRows();
    const rows = await tx.unsafe(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`).readable();
    await pipeline(rows, counting.stream, createGzip({ level: 1 }), createWriteStream(tablePath(folder, table)), {
      signal: stop,
    });
    tables.push({ ...table, ...counting.result() });
  }
  say(`${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
  if (now === undefined) throw new Error('The queue has no version: it was never opened.');
  return {
    at: now.at.toISOString(),
    queue: now.queue,
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: sequences.map((one) => ({ ...one })),
  };
}

/** Bytes passed on at a time. */
const BLOCK = 65_536;

/**
 * Counts and hashes rows, which are lines, because COPY escapes line breaks within them. The driver delivers each row
 * separately, and each chunk costs a call to the compression thread, so rows are combined to blocks.
 */
export function countRows(): { stream: Transform; result: () => { rows: number; sha256: string } } {
  const hash = createHash('sha256');
  let rows = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  const block = () => {
    const bytes = Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
    hash.update(bytes);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1;
    return bytes;
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < BLOCK) done();
      else done(null, block());
    },
    flush(done) {
      done(null, block());
    },
  });
  return { stream, result: () => ({ rows, sha256: hash.digest('hex') }) };
}

async function copyFiles(
  storage: Storage,
  roots: readonly string[],
  folder: string,
  stop: AbortSignal | undefined,
): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0 };
  await writeFile(join(folder, FILE_LIST), '');
  for (const root of roots)
    for await (const key of storage.list(root)) {
      // The store's temporary file while it copies between file systems.
      if (key.endsWith('.part')) continue;
      const copied = await copyFile(storage, key, filePath(folder, key), stop);
      if (copied === null) continue;
      await appendFile(join(folder, FILE_LIST), `${copied.sha256} ${copied.bytes} ${key}\n`);
      files.count += 1;
      files.bytes += copied.bytes;
    }
  return files;
}

/**
 * Copies one file of the store; returns null if it has been deleted. The sweep only deletes files that no row refers
 * to.
 */
async function copyFile(
  storage: Storage,
  key: string,
  path: string,
  stop: AbortSignal | undefined,
): Promise<{ bytes: number; sha256: string } | null> {
  await mkdir(dirname(path), { recursive: true });
  const counting = countBytes();
  try {
    await pipeline(await storage.read(key), counting.stream, createWriteStream(path), { signal: stop });
  } catch (error) {
    stop?.throwIfAborted();
    if ((await storage.size(key)) !== null) throw error;
    await rm(path, { force: true });
    return null;
  }
  return counting.result();
}

/** Counts and hashes the bytes of a stream. */
export function countBytes(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
