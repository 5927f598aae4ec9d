import type { App } from '../app-context.ts';
import { isInUse } from './in-use.ts';
import type { Key } from './storage.ts';

/** Removes the files whose deletion is due. It may run twice at once. */
export async function removeDue(app: Pick<App, 'db' | 'storage' | 'log' | 'domains'>): Promise<void> {
  const { db, storage, log } = app;
  const due = await db<{ prefix: Key }[]>`
    select prefix from pending_deletions where due_at < now() order by due_at limit 10000`;
  for (const { prefix } of due) {
    // What is referred to is kept, whatever was said of it: a wrong row must not cost anybody a song.
    if (await isInUse(app, prefix)) log.error({ prefix }, 'a file that was marked for deletion is in use and stays');
    else await storage.remove(prefix);
    await db`delete from pending_deletions where prefix = ${prefix}`;
  }
}
