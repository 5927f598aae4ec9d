import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app-context.ts';
import type { Key } from '../storage/storage.ts';
import { forgetOldFailures } from './failed-files.ts';
import { isInUse } from './in-use.ts';
import { discardFiles, discardResumable, incomingFolder, resumableFolder } from './incoming.ts';
import { forgetDeadForms } from './reservations.queries.ts';
import { forgetExpired } from './resumable.queries.ts';

type Installation = Pick<App, 'db' | 'env' | 'storage' | 'log'>;

/** Milliseconds after which an arrival that nobody went on with is removed. */
const DAY = 24 * 3600 * 1000;

/**
 * Removes what nothing refers to: files whose deletion is due, arrivals and unfinished resumable uploads of yesterday,
 * originals of files that failed a week ago.
 * Entries of uploads that ended a day ago leave their owners' lists.
 */
export async function sweepFiles(app: Installation): Promise<void> {
  await forgetOldFailures(app.db);
  await removeDue(app);
  await sweepResumable(app);
  for (const folder of [incomingFolder(app.env), resumableFolder(app.env)]) await sweepOld(folder);
  await app.db`
    update uploads u set removed_at = now() from media m
    where m.id = u.media_id and u.removed_at is null and m.status in ('complete', 'failed')
      and u.updated_at < now() - interval '24 hours'`;
}

/** Removes the files whose deletion is due. It may run twice at once. */
export async function removeDue({ db, storage, log }: Pick<App, 'db' | 'storage' | 'log'>): Promise<void> {
  const due = await db<{ prefix: Key }[]>`
    select prefix from pending_deletions where due_at < now() order by due_at limit 10000`;
  for (const { prefix } of due) {
    // What is referred to is kept, whatever was said of it: a wrong row must not cost anybody a song.
    if (await isInUse(db, prefix)) log.error({ prefix }, 'a file that was marked for deletion is in use and stays');
    else await storage.remove(prefix);
    await db`delete from pending_deletions where prefix = ${prefix}`;
  }
}

async function sweepResumable({ db, env }: Installation): Promise<void> {
  for (const id of await forgetExpired(db)) await discardResumable(env, id);
  await forgetDeadForms(db);
}

async function sweepOld(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // It may be gone by now.
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > DAY) await discardFiles(path);
  }
}
