import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { newId } from '../ids.ts';

/** Where files arrive; what stays here for a day belongs to nobody. */
export const incomingFolder = (env: Env): string => join(env.DATA_DIR, 'incoming');

/** A new path in the folder of arrivals, which exists afterwards. */
export async function incomingPath(env: Env): Promise<string> {
  const folder = incomingFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  return join(folder, newId());
}

export const discardFiles = async (...paths: string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true });
};

/** Where resumable uploads grow. */
export const resumableFolder = (env: Env): string => join(env.DATA_DIR, 'resumable');
