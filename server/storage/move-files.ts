import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IN_USE } from './check-store.ts';
import type { Key, Storage } from './storage.ts';

export interface Move {
  /** The folder in which the files are now. */
  folder: string;
  from: Storage;
  to: Storage;
  /** Where is written down what was copied and checked, so that another run goes on from there. */
  ledger: string;
  /** Makes a folder for a copy; it is removed here. */
  scratch: () => Promise<string>;
}

/** What one round did. */
export interface Round {
  copied: number;
  /** Bytes. */
  bytes: number;
  /** Copies that were removed again, since the folder has no such file any more. */
  removed: number;
}

/**
 * Copies every file of the folder that was not copied and checked before, while the product runs: what it writes once is
 * never changed, what it removed meanwhile is removed from the copy. Each file is read back from the store and its hash
 * compared. Throws when one differs; what was copied until then is not copied again. Throws, and changes nothing, where the
 * folder cannot be what the product works on: then its missing files say nothing about what was removed.
 */
export async function moveFiles({ folder, from, to, ledger, scratch }: Move): Promise<Round> {
  if ((await to.size(IN_USE)) !== null)
    throw new Error(
      'The product has been started on this bucket since, so its files are no longer those of the folder. ' +
        `Nothing was changed. To move into it all the same, remove the object ${IN_USE} from the bucket.`,
    );
  const known = await readLedger(ledger);
  const round: Round = { copied: 0, bytes: 0, removed: 0 };
  const present = new Set<Key>();
  for (const root of await roots(folder))
    for await (const key of from.list(root)) {
      // A copy over the border of a file system that is not whole yet.
      if (key.endsWith('.part')) continue;
      present.add(key);
      const before = known.get(key);
      if (before !== undefined && (await to.size(key)) === before) continue;
      const copied = await copyOne({ from, to, scratch }, key);
      if (copied === null) continue;
      await appendFile(ledger, `${copied.sha256} ${copied.bytes} ${key}\n`);
      round.copied += 1;
      round.bytes += copied.bytes;
    }
  if (known.size > 0 && present.size === 0)
    throw new Error(
      `The folder ${folder} holds none of the ${known.size} files that were copied from it before. Nothing was removed. ` +
        'Check that DATA_DIR is right and its disk is there.',
    );
  for (const key of known.keys()) {
    if (present.has(key) || (await to.size(key)) === null) continue;
    await to.remove(key);
    round.removed += 1;
  }
  return round;
}

/** The sizes of what was copied and checked, by key. */
async function readLedger(path: string): Promise<Map<Key, number>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  // A line that a killed run did not finish is no line.
  const lines = [...text.matchAll(/^[0-9a-f]{64} (\d+) (\S+)\n/gm)];
  return new Map(lines.map(([, bytes, key]) => [key ?? '', Number(bytes)]));
}

const roots = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Null when the product removed the file meanwhile. */
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
