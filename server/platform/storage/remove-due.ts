import type { App } from '../app-context.ts';
import { isInUse } from './in-use.ts';
import { type Key, StoreUnavailable } from './storage.ts';

/**
 * Removes the files whose deletion is due. Two runs may overlap. A file that cannot be removed doesn't block the
 * others: it is logged and remains due, and the errors are thrown once all files have been tried.
 * @param options `under`: only these keys and everything below them; `signal` ends the run between two files, with its
 * reason
 */
export async function removeDue(
  app: Pick<App, 'db' | 'storage' | 'log' | 'domains'>,
  { under = null, signal }: { under?: readonly Key[] | null; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { db, storage, log } = app;
  const here =
    under === null
      ? db``
      : db`and exists (
          select 1 from unnest(${[...under]}::text[]) here where prefix = here or starts_with(prefix, here || '/'))`;
  const due = await db<{ prefix: Key }[]>`
    select prefix from pending_deletions where due_at < now() ${here} order by due_at limit 10000`;
  const failures: unknown[] = [];
  for (const { prefix } of due) {
    signal?.throwIfAborted();
    // A file that a row refers to is kept even though it was marked, because a wrong mark must not destroy a song.
    if (await isInUse(app, prefix)) log.error({ prefix }, 'a file that was marked for deletion is in use and stays');
    else {
      try {
        await storage.remove(prefix);
      } catch (error) {
        // Each of the other files would wait for the store as long as this one did.
        if (error instanceof StoreUnavailable) throw error;
        log.error({ err: error, prefix }, 'a file could not be removed');
        failures.push(error);
        continue;
      }
    }
    await db`delete from pending_deletions where prefix = ${prefix}`;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${due.length} files could not be removed.`);
}
