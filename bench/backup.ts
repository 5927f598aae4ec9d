// Times a backup of a million media items, compared with PostgreSQL reading the same rows, and its restore, compared
// with the backup. Checks by the number of rows in each table that the restore is complete.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import postgres from 'postgres';
import { restoreBackup } from '../server/frame/backup/restore-backup.ts';
import { columnsOf, listTables, nameOf } from '../server/frame/backup/tables.ts';
import { writeBackup } from '../server/frame/backup/write-backup.ts';
import { type Pool, connect } from '../server/platform/db/connection.ts';
import { openQueue } from '../server/platform/jobs/queue.ts';
import { folderStorage } from '../server/platform/storage/folder.ts';
import { filledServer } from './filled.ts';
import { line, timed } from './ratio.ts';

const MEDIA = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const RESTORED = 'bench_restored';
const log = pino({ level: 'silent' });

const countAll = async (db: Pool): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of await listTables(db)) {
    const [row] = await db.unsafe<{ n: number }[]>(`select count(*)::int as n from ${nameOf(table)}`);
    counts[nameOf(table)] = row?.n ?? 0;
  }
  return counts;
};

/** Reads all rows with COPY, and discards them. */
const readOut = async (db: Pool): Promise<void> => {
  for (const table of await listTables(db)) {
    const rows = await db.unsafe(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`).readable();
    await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }));
  }
};

const filled = await filledServer();
const db = await filled.open('lists', MEDIA);
const addressOf = (name: string) => filled.server.url.replace(/\/[^/]+$/, `/${name}`);
// A backup contains the queue, which every installation has.
const [own] = await db<{ name: string }[]>`select current_database() as name`;
await (await openQueue(addressOf(own!.name), [], 'web', log)).stop();
const folder = await mkdtemp(join(tmpdir(), 'scoville-backup-'));
const storage = folderStorage(join(folder, 'files'));
const to = join(folder, 'backup');
// A backup is refused without any original, so one of the originals that the rows name is stored.
const [original] = await db<{ key: string }[]>`select storage_key as key from sources limit 1`;
const roots = ['originals'];
await writeFile(join(folder, 'original'), 'an original');
await storage.put(original!.key, join(folder, 'original'));

await readOut(db);
const bare = await timed(() => readOut(db));
const written = await timed(() => writeBackup({ db, dataDir: folder, storage, roots, to }));
const sizes = (await readdir(join(to, 'database'))).map(async (name) => (await stat(join(to, 'database', name))).size);
const megabytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1e6;

const admin = postgres(filled.server.url, { max: 1, onnotice: () => {} });
await admin.unsafe(`drop database if exists ${RESTORED}`);
await admin.unsafe(`create database ${RESTORED}`);
const scratch = async () => join(folder, 'scratch');
// Into an empty place, as a restore requires.
const dataDir = join(folder, 'restored');
const place = { dataDir, databaseUrl: addressOf(RESTORED), storage: folderStorage(join(dataDir, 'files')) };
const restored = await timed(() => restoreBackup({ from: to, ...place, roots, scratch, log }));
const again = connect(addressOf(RESTORED), { max: 1 });
const [before, after] = [await countAll(db), await countAll(again)];
const different = Object.keys(before).filter((name) => before[name] !== after[name]);
await again.end();
await admin.unsafe(`drop database ${RESTORED}`);
await admin.end();
await rm(folder, { recursive: true });
await filled.stop();

const rows = Object.values(before).reduce((sum, n) => sum + n, 0);
console.log(`${MEDIA} media, ${rows} rows, ${megabytes.toFixed(0)} MB in the backup`);
const holds = [
  line('a backup against reading the rows out', written / bare, { most: 4 }, `${(written / 1000).toFixed(1)} s`),
  line('a restore against its backup', restored / written, { most: 12 }, `${(restored / 1000).toFixed(1)} s`),
  line('tables whose rows are not the same number', different.length, { most: 0 }, different.join(', ')),
];
process.exitCode = holds.every(Boolean) ? 0 : 1;
