import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import type { Key } from '../storage/storage.ts';
import { incomingFolder, resumableFolder } from './incoming.ts';

/** Seconds that a file waits between the last row that named it and its removal. */
export const QUARANTINE = 24 * 3600;

/**
 * Removes what nothing refers to: doomed files after their quarantine, arrivals and unfinished resumable uploads of
 * yesterday. Entries of uploads that ended a day ago leave their owners' lists.
 */
export async function sweepFiles(app: App, quarantine = QUARANTINE): Promise<void> {
  await sweepDoomed(app, quarantine);
  await sweepResumable(app);
  for (const folder of [incomingFolder(app.env), resumableFolder(app.env)]) await sweepOld(folder, quarantine);
  await app.db`
    update uploads u set removed_at = now() from media m
    where m.id = u.media_id and u.removed_at is null and m.status in ('complete', 'failed')
      and u.updated_at < now() - interval '24 hours'`;
}

async function sweepDoomed({ db, storage, log }: App, quarantine: number): Promise<void> {
  const doomed = await db<{ prefix: Key }[]>`
    select prefix from doomed_files where doomed_at < now() - make_interval(secs => ${quarantine})
    order by doomed_at limit 10000`;
  for (const { prefix } of doomed) {
    // What is referred to is kept, whatever was said of it: a wrong row must not cost anybody a song.
    if (await isNamed(db, prefix)) log.error({ prefix }, 'a doomed file is in use and stays');
    else await storage.remove(prefix);
    await db`delete from doomed_files where prefix = ${prefix}`;
  }
}

/** Does any row name a file at or under this prefix? */
async function isNamed(db: Db, prefix: Key): Promise<boolean> {
  const [kind, id, version] = prefix.split('/');
  const under = `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}/%`;
  const [row] = await db<{ named: boolean }[]>`
    select
      exists (select 1 from sources where storage_key = ${prefix} or storage_key like ${under})
      or exists (select 1 from renditions where storage_key = ${prefix} or storage_key like ${under})
      or exists (select 1 from media where ${kind === 'media'} and id::text = ${id ?? ''} and playback::text like ${`%"${prefix}/%`})
      or exists (select 1 from media where ${kind === 'artwork'} and id::text = ${id ?? ''} and artwork_version > 0
        and ${version ?? ''} in ('', artwork_version::text))
      or exists (select 1 from users where 'images/profile/' || id || '/' || profile_image_version = ${prefix})
      or exists (select 1 from categories where 'images/' || kind || '/' || id || '/' || image_version = ${prefix}) as named`;
  return row?.named ?? true;
}

async function sweepResumable({ db, env }: App): Promise<void> {
  const gone = await db<{ id: string }[]>`delete from resumable_uploads where expires_at < now() returning id`;
  for (const { id } of gone)
    for (const name of [id, `${id}.json`]) await rm(join(resumableFolder(env), name), { force: true });
}

async function sweepOld(folder: string, seconds: number): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > seconds * 1000) await rm(path, { force: true });
  }
}
