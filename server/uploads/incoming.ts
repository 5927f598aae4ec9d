import { mkdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { newId } from '../ids.ts';

/** Where files arrive; what stays here for a day belongs to nobody. */
export const incomingFolder = (env: Env): string => join(env.DATA_DIR, 'incoming');

/** A path in the folder of arrivals, which exists afterwards. */
export async function incomingPath(env: Env, id = newId()): Promise<string> {
  const folder = incomingFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  return join(folder, id);
}

export const discardFiles = async (...paths: string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true });
};

/** Where resumable uploads grow. */
export const resumableFolder = (env: Env): string => join(env.DATA_DIR, 'resumable');

/**
 * Removes the bytes of a resumable upload. They are cut off first: a request that still writes holds the file open, and
 * its bytes with it.
 */
export async function discardResumable(env: Env, id: string): Promise<void> {
  const path = join(resumableFolder(env), id);
  await truncate(path, 0).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  await discardFiles(path, `${path}.json`);
}
