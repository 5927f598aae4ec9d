import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../platform/app-context.ts';
import { newId } from '../platform/ids.ts';
import { incomingPath } from '../catalogue/uploads/incoming.ts';

type Installation = Pick<App, 'env' | 'db' | 'storage'>;

/** Stores bytes under a key, in any kind of store. */
export async function putBytes({ env, storage }: Installation, key: string, bytes: Buffer | string): Promise<void> {
  const path = await incomingPath(env, newId());
  await writeFile(path, bytes);
  await storage.put(key, path);
}

/** The bytes stored under a key. */
export const storedBytes = ({ storage }: Installation, key: string): Promise<Buffer> =>
  storage.withLocal(key, (path) => readFile(path));

/** The ids of unfinished resumable uploads with stored data, in any kind of store. */
export async function keptUploads({ env, db, storage }: Installation): Promise<string[]> {
  if (storage.parts === null) {
    const names = await readdir(join(env.DATA_DIR, 'resumable'));
    return [...new Set(names.map((name) => name.replace(/\.json$/, '')))];
  }
  const rows = await db<{ id: string }[]>`select id from resumable_uploads where media_id is null`;
  const ids = new Set(rows.map(({ id }) => id));
  for await (const key of storage.list('incoming')) ids.add(key.split('/')[1] ?? '');
  return [...ids];
}
