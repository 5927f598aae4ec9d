import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IN_USE } from './check-store.ts';
import { readLines } from './lines.ts';
import type { Key, Storage } from './storage.ts';

export interface Move {
  /** The folder that contains the files now. */
  folder: string;
  from: Storage;
  to: Storage;
  /** The first segments of all keys. */
  roots: readonly string[];
  /** The file that lists all copied and verified files, so that another run can resume from it. */
  ledger: string;
  /** Makes a folder for a local copy, which `moveFiles` removes. */
  scratch: () => Promise<string>;
}

/** The result of one run. */
export interface Round {
  copied: number;
  /** Bytes. */
  bytes: number;
  /** Copies that were removed because the folder no longer has the file. */
  removed: number;
}

/**
 * Copies every file of the folder that was not copied and verified before. The product may keep running: it never
 * changes a file after writing it, and the copies of files that it removed in the meantime are removed, too. Each copy
 * is read back from the store and its hash compared. Throws when one differs; files copied until then are not copied
 * again. Throws, and changes nothing, when the folder cannot be the one that the product works on, because its missing
 * files then don't prove that the product removed them.
 */
export async function moveFiles({ folder, from, to, roots, ledger, scratch }: Move): Promise<Round> {
  if ((await to.size(IN_USE)) !== null)
    throw new Error(
      'The product has been started on this bucket since, so its files are no longer those of the folder. ' +
        `Nothing was changed. To move into it all the same, remove the object ${IN_USE} from the bucket.`,
    );
  // Starts as all copied files and loses each one that the folder still has. The only list of all files in memory,
  // which may be millions.
  const left = await readLedger(ledger);
  const before = left.size;
  let present = 0;
  const round: Round = { copied: 0, bytes: 0, removed: 0 };
  for (const root of roots)
    for await (const key of from.list(root)) {
      // An incomplete copy from another file system.
      if (key.endsWith('.part')) continue;
      present += 1;
      const bytes = left.get(key);
      left.delete(key);
      if (bytes !== undefined && (await to.size(key)) === bytes) continue;
      const copied = await copyOne({ from, to, scratch }, key);
      if (copied === null) continue;
      await appendFile(ledger, `${copied.sha256} ${copied.bytes} ${key}\n`);
      round.copied += 1;
      round.bytes += copied.bytes;
    }
  if (before > 0 && present === 0)
    throw new Error(
      `The folder ${folder} holds none of the ${before} files that were copied from it before. Nothing was removed. ` +
        'Check that DATA_DIR is right and its disk is there.',
    );
  for (const key of left.keys()) {
    if ((await to.size(key)) === null) continue;
    await to.remove(key);
    round.removed += 1;
  }
  return round;
}

/** The sizes of all copied and verified files, by key. */
async function readLedger(path: string): Promise<Map<Key, number>> {
  const known = new Map<Key, number>();
  try {
    for await (const line of readLines(path)) {
      const [, bytes, key] = /^[0-9a-f]{64} (\d+) (\S+)$/.exec(line) ?? [];
      if (key !== undefined) known.set(key, Number(bytes));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return known;
}

/** Copies and verifies one file. Null when the product removed it in the meantime. */
async function copyOne(
  { from, to, scratch }: Pick<Move, 'from' | 'to' | 'scratch'>,
  key: Key,
): Promise<{ sha256: string; bytes: number } | null> {
  if ((await from.size(key)) === null) return null;
  const folder = await scratch();
  try {
    const path = join(folder, 'copy');
    const source = await hashed(await from.read(key), createWriteStream(path));
    await to.put(key, path);
    const copy = await hashed(await to.read(key));
    if (copy.sha256 === source.sha256) return source;
    await to.remove(key);
    throw new Error(`The copy of ${key} differs from the file: ${copy.sha256} of ${source.sha256}. Run this again.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hashed(
  bytes: Readable,
  into: NodeJS.WritableStream = new PassThrough().resume(),
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let count = 0;
  const meter = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      count += chunk.length;
      yield chunk;
    }
  };
  await pipeline(bytes, meter, into);
  return { sha256: hash.digest('hex'), bytes: count };
}
