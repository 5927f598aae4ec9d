import { mkdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';

/** The folder in which files arrive. A file that is still in it after a day is an orphan. */
export const incomingFolder = (env: Env): string => join(env.DATA_DIR, 'incoming');

/** A path in the folder of arrivals, which is created if it doesn't exist. */
export async function incomingPath(env: Env, id = newId()): Promise<string> {
  const folder = incomingFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  return join(folder, id);
}

export const discardFiles = async (...paths: string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true });
};

/** The folder in which resumable uploads grow. */
export const resumableFolder = (env: Env): string => join(env.DATA_DIR, 'resumable');

/**
 * Removes the bytes of a resumable upload. The file is truncated first, because a request that is still writing keeps
 * the file open and its space occupied.
 */
export async function discardResumable(env: Env, id: string): Promise<void> {
  const path = join(resumableFolder(env), id);
  await truncate(path, 0).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  await discardFiles(path, `${path}.json`);
}
