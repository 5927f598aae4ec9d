import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isOutside, removeData } from '../../scripts/data-folder.ts';
import { ownFolder } from '../../scripts/own-folder.ts';
import { startProduct } from '../../scripts/product.ts';
import { fill } from './fill.ts';
import { preparedFile } from './prepared.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Shared by all runs of one user, so outside of a run's temporary folder. */
const KEPT = join(process.env['OUTSIDE_TMPDIR'] ?? tmpdir(), `scoville-journeys.${process.getuid?.() ?? ''}`);
/** The number of prepared data folders to keep, one for each state of the sources. Each takes about 90 MB. */
const MOST_KEPT = 3;
const HOUR = 3_600_000;
/** Files that the prepared data depend on, besides ffmpeg and the day. */
const SOURCES = [
  '{contract,server}/**/*.{ts,mjs,sql}',
  'fixtures/**/*.ts',
  'journeys/testkit/{catalogue,fill,joint,prepare,prepared}.ts',
  'scripts/product.ts',
  'package-lock.json',
];

const run = promisify(execFile);

/**
 * Fills an empty data folder with the data that all products for journeys start with: a migrated database, people, a
 * catalogue, and processed songs and videos. The data are made once for each day, version of ffmpeg and state of our
 * sources, and copied after that, because most of the time goes into encoding.
 */
export async function prepareData(dataDir: string): Promise<void> {
  // Other users need to pass through the folder, because the database runs as a system user of its own.
  await ownFolder(KEPT, 0o711);
  const kept = join(KEPT, await keyOfData());
  if (existsSync(kept)) return copy(kept, dataDir);
  await makeData(dataDir);
  // A copy of the data folder wouldn't include a database outside of it.
  if (isOutside(dataDir)) return;
  const made = `${kept}.${randomUUID()}`;
  await copy(dataDir, made);
  await settle(made, kept);
  await sweep();
}

/**
 * Copies with owners and modes, which Node's own copying leaves out, because the database runs as a user of its own.
 */
const copy = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', `${from}/.`, to]);
};

async function makeData(dataDir: string): Promise<void> {
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    await writeFile(preparedFile(dataDir), JSON.stringify(await fill(product)));
  } catch (error) {
    await product.stop();
    throw error;
  }
  await product.end();
}

/** If two runs prepare the same data, the first to finish keeps it, and the copy of the other is removed. */
async function settle(made: string, kept: string): Promise<void> {
  try {
    await rename(made, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    removeData(made);
  }
}

async function keyOfData(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const hash = createHash('sha256');
  const { stdout: ffmpeg } = await run(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-version']);
  hash.update(ffmpeg);
  const isTest = (path: string) => /\.test\.ts$|\bnode_modules\b/.test(path);
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: isTest }).toSorted())
    hash.update(path).update(await readFile(join(ROOT, path)));
  return `${day}.${hash.digest('hex').slice(0, 24)}`;
}

/** Removes old data folders and leftovers of killed runs. Folders younger than an hour stay because another run may copy them. */
async function sweep(): Promise<void> {
  const all = (await readdir(KEPT)).map((name) => ({ path: join(KEPT, name), at: statSync(join(KEPT, name)).ctimeMs }));
  const old = all.toSorted((a, b) => b.at - a.at).slice(MOST_KEPT);
  for (const { path, at } of old) if (Date.now() - at > HOUR) removeData(path);
}
