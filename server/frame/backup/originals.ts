import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../../platform/db/connection.ts';
import { readLines } from '../../platform/storage/lines.ts';
import { BackupRefusal, filePath, fileExists } from './manifest.ts';
import type { Table } from './tables.ts';

/**
 * The keys of all originals that the rows refer to, one per line, while a backup is written. A file, because there may
 * be millions.
 */
const listIn = (folder: string): string => join(folder, 'originals.txt');

/** Writes the keys of the originals that are stored according to the rows, from the same snapshot as the rows. */
export async function writeOriginals(
  tx: Tx,
  tables: readonly Table[],
  folder: string,
  stop?: AbortSignal,
): Promise<void> {
  const sources = tables.find(({ schema, name }) => schema === 'public' && name === 'sources');
  // A database of an older version has no such column, because it kept all originals.
  const kept = sources?.columns.includes('original_removed_at') ? 'where original_removed_at is null' : '';
  const keys = await tx.unsafe(`copy (select storage_key from sources ${kept}) to stdout`).readable();
  await pipeline(keys, createWriteStream(listIn(folder)), { signal: stop });
}

/**
 * Compares the copied files with the list of originals, and deletes the list. Throws BackupRefusal if none was copied,
 * because then the command looked for the files in the wrong place.
 */
export async function checkOriginals(folder: string, say: (line: string) => void, stop?: AbortSignal): Promise<void> {
  const list = listIn(folder);
  let named = 0;
  const missing: { count: number; first: string | null } = { count: 0, first: null };
  for await (const key of readLines(list)) {
    stop?.throwIfAborted();
    named += 1;
    if (await fileExists(filePath(folder, key))) continue;
    missing.count += 1;
    missing.first ??= key;
  }
  await rm(list);
  if (missing.first === null) return;
  if (missing.count === named)
    throw new BackupRefusal(
      `None of the uploaded files that the database names (${named}) is where this command looked for them. Give it the settings of the installation: S3_BUCKET where its files are in a bucket, otherwise its DATA_DIR; and check that the disk of the files is there.`,
    );
  say(
    `Missing from the files, and so from this backup: ${missing.count} of ${named} originals of uploads, the first of them ${missing.first}.`,
  );
}
