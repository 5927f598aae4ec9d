import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { removeDue } from '../../platform/storage/remove-due.ts';
import { pruneEarlyVideos } from '../../pipeline/processing/early-video.queries.ts';
import { pruneFailures } from '../../pipeline/processing/failed-files.ts';
import { removeArrivals } from './arrivals.ts';
import { discardFiles, incomingFolder, resumableFolder } from './incoming.ts';
import { pruneDeadForms } from './reservations.queries.ts';
import { expiredResumables } from './resumable.queries.ts';

type Installation = Pick<App, 'db' | 'env' | 'storage' | 'log' | 'domains'>;

/** Milliseconds after which an abandoned arrival is removed. */
const DAY = 24 * 3600 * 1000;

/**
 * Removes what nothing refers to: files whose deletion is due, arrivals and unfinished resumable uploads of yesterday,
 * originals of files that failed a week ago. Entries of uploads that ended a day ago are taken off their owners' lists.
 * A step that fails doesn't hold up the others; errors are thrown after the last step.
 * @param signal ends the sweep between two files, with the signal's reason; the next sweep finds the rest
 */
export async function sweepFiles(app: Installation, signal?: AbortSignal): Promise<void> {
  const steps = [
    () => pruneFailures(app.db),
    () => removeDue(app, { signal }),
    () => pruneEarlyVideos(app.db),
    () => removeArrivals(app, expiredResumables(app.db), signal),
    () => pruneDeadForms(app.db),
    () => sweepArrivals(app),
    () => removeEnded(app.db),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    signal?.throwIfAborted();
    await step().catch((error: unknown) => failures.push(error));
  }
  signal?.throwIfAborted();
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts of the sweep failed.`);
  if (failures.length === 1) throw failures[0];
}

async function removeEnded(db: Db): Promise<void> {
  await db`
    update uploads u set removed_at = now() from sources s
    where s.id = u.source_id and u.removed_at is null and s.status in ('complete', 'failed')
      and s.updated_at < now() - interval '24 hours'`;
}

/** Removes abandoned arrivals from this machine's disk. */
export async function sweepArrivals({ env }: Pick<App, 'env'>): Promise<void> {
  for (const folder of [incomingFolder(env), resumableFolder(env)]) await sweepOld(folder);
}

async function sweepOld(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // The tus library's `.json` file of an upload is as old as the upload's start, and is removed together with the
    // upload.
    if (name.endsWith('.json') && existsSync(path.slice(0, -'.json'.length))) continue;
    // The file may have been removed in the meantime.
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > DAY) await discardFiles(path);
  }
}
