import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { openWorkFolder } from '../../pipeline/processing/work-folder.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { shortageFor } from '../../platform/storage/space.ts';
import { findIncomplete, lockOwner, markExportFailed, markReady } from './data-export.queries.ts';
import { mailExport } from './mail-export.ts';
import { ownOriginals } from './own-originals.ts';
import { writeZip } from './write-zip.ts';

/** Makes the copy of an account's data and mails its link. A second run does nothing if the copy of the data exists. */
export async function makeExport(
  app: App,
  { exportId }: { exportId: string },
  { signal, isLast }: Pick<JobRun, 'signal' | 'isLast'>,
): Promise<void> {
  try {
    await make(app, exportId, signal);
  } catch (error) {
    if (isLast) await markExportFailed(app.db, exportId);
    throw error;
  }
}

async function make(app: App, exportId: string, signal: AbortSignal): Promise<void> {
  const { db, env, storage } = app;
  const userId = await findIncomplete(db, exportId);
  if (userId === null) return;
  const originals = await ownOriginals(db, userId);
  const short = await shortageFor(
    app,
    originals.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  if (short !== null) throw new Error(`${short.place} has ${short.free} bytes left, too few for a copy.`);
  const folder = await openWorkFolder(env);
  try {
    const path = join(folder, 'my-data.zip');
    const bytes = await writeZip(app, { userId, originals, path }, signal);
    // Each run writes its own key, because a key is written only once. The sweep removes keys without a row.
    const key = `exports/${userId}/${newId()}/my-data.zip`;
    await markForDeletion(db, [key]);
    await storage.put(key, path);
    await transaction(db, async (tx) => {
      // Making the copy of the account's data takes time, so the account may have another address now.
      const owner = await lockOwner(tx, userId);
      if (owner !== null && (await markReady(tx, exportId, { key, bytes })))
        await mailExport(app, tx, owner, { exportId, bytes });
      else await markForDeletion(tx, [key], 0);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
