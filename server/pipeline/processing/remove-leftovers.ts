import type { App } from '../../platform/app-context.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { removeDue } from '../../platform/storage/remove-due.ts';
import { releasedOriginals } from './failed-files.ts';
import type { Claim } from './processing.queries.ts';
import { renditionsPrefix } from './source-owner.ts';

/**
 * Removes the leftovers of all attempts at this source, and the originals that a failure released. Errors are left to
 * the sweep, because the outcome of the file is already recorded and a retry would not change it. So are the due
 * deletions of other sources, because the next file waits for this lane.
 */
export async function removeLeftovers(app: App, source: Claim, { log }: JobRun): Promise<void> {
  try {
    const released = await releasedOriginals(app.db, source.userId);
    await removeDue(app, { under: [renditionsPrefix({ ...source, id: source.sourceId }), ...released] });
  } catch (err) {
    log.warn({ err }, 'the sweep is to remove what is left');
  }
}
