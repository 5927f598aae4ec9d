import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isOutside, removeData } from '../../scripts/data-folder.ts';
import { startProduct } from '../../scripts/product.ts';
import { fill } from './fill.ts';
import { preparedFile } from './prepared.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Kept between the runs of one user, outside of what is a run's own (scripts/run-folder.ts). */
const KEPT = join(process.env['OUTSIDE_TMPDIR'] ?? tmpdir(), `scoville-journeys.${process.getuid?.() ?? ''}`);
/** What the result depends on, beside ffmpeg and the day. */
const SOURCES = [
  '{contract,server}/**/*.{ts,mjs,sql}',
  'fixtures/**/*.ts',
  'journeys/testkit/{catalogue,fill,joint,prepare,prepared}.ts',
  'package-lock.json',
];

const run = promisify(execFile);

/**
 * Fills an empty data folder with a copy of what all products of the journeys begin with: a migrated database, people, a
 * catalogue, and processed media. It is made once for each day, version of ffmpeg and state of our sources, because
 * encoding takes most of its time.
 */
export async function prepareData(dataDir: string): Promise<void> {
  const kept = join(KEPT, await keyOfData());
  if (!existsSync(kept)) {
    await sweep();
    const made = `${kept}.${randomUUID()}`;
    await makeData(made);
    // Such a database stays where it is, so it can't be copied with its folder.
    if (isOutside(made)) {
      removeData(made);
      return makeData(dataDir);
    }
    await settle(made, kept);
  }
  // With owners and modes, which Node's own copying leaves out: the database has an account of its own.
  await run('cp', ['-a', `${kept}/.`, dataDir]);
}

async function makeData(dataDir: string): Promise<void> {
  // Others may pass: the account of the database has its place in it.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    await writeFile(preparedFile(dataDir), JSON.stringify(await fill(product)));
  } catch (error) {
    await product.stop();
    throw error;
  }
  await product.end();
}

/** Two runs may make the same at once: the first one that is done stays. */
async function settle(made: string, kept: string): Promise<void> {
  try {
    await rename(made, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    removeData(made);
  }
}

async function keyOfData(): Promise<string> {
  const hash = createHash('sha256').update(day(Date.now()));
  const { stdout: ffmpeg } = await run(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-version']);
  hash.update(ffmpeg);
  const isTest = (path: string) => /\.test\.ts$|\bnode_modules\b/.test(path);
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: isTest }).toSorted())
    hash.update(path).update(await readFile(join(ROOT, path)));
  return `${day(Date.now())}.${hash.digest('hex').slice(0, 24)}`;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Removes what was made before yesterday: nobody copies it any more. */
async function sweep(): Promise<void> {
  await mkdir(KEPT, { recursive: true, mode: 0o711 });
  const yesterday = day(Date.now() - 24 * 3_600_000);
  for (const name of await readdir(KEPT))
    if (name < yesterday) await rm(join(KEPT, name), { recursive: true, force: true });
}
