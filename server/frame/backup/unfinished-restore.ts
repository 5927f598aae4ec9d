import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../platform/env.ts';

type Place = Pick<Env, 'DATA_DIR' | 'S3'> & { DATABASE_URL?: string | undefined };

const markerPath = (dataDir: string): string => join(dataDir, 'restore-unfinished.txt');
const NOTE = 'A backup is being restored into this folder, or could not be: nothing here may be started.\n';

/** Instructions after a restore that was aborted or failed midway; null if there was none. */
export function unfinishedRestore({ DATA_DIR, DATABASE_URL, S3 }: Place): string | null {
  if (!existsSync(markerPath(DATA_DIR))) return null;
  const more = [
    ...(DATABASE_URL === undefined ? [] : ['the database of DATABASE_URL']),
    ...(S3 === null ? [] : ['the bucket of S3_BUCKET']),
  ];
  const also = more.length === 0 ? '' : `, empty ${more.join(' and ')}`;
  // If the database's account can't enter the folder, the database is in another place, and the next restore would find
  // it there.
  const elsewhere = join(DATA_DIR, 'postgres-is-at.txt');
  const what = existsSync(elsewhere) ? `that folder and ${readFileSync(elsewhere, 'utf8').trim()}` : 'that folder';
  return `A restore into ${DATA_DIR} did not finish, so nothing can be started there. Delete ${what}${also}, and restore again.`;
}

/** Marks the folder as unusable until `finishRestore`. */
export async function beginRestore(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(markerPath(dataDir), NOTE);
}

export const finishRestore = (dataDir: string): Promise<void> => rm(markerPath(dataDir));
