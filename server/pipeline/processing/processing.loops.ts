import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { RETRIES_EXHAUSTED_MESSAGE } from './failures.ts';
import { fail, findOrphaned } from './processing.queries.ts';
import { transcodeJob } from './processing.jobs.ts';
import { sweepWorkFolders } from './work-folder.ts';

/**
 * Gives files that lost their job a new one, and fails those whose job used up its tries, so that the owner sees it.
 */
export const rescueSourcesLoop: Loop<App> = {
  name: 'rescue-sources',
  everySeconds: 30,
  async run(app) {
    const lost = await transaction(app.db, async (tx) => {
      const found = await findOrphaned(tx);
      for (const { sourceId, attempt, exhausted } of found) {
        if (exhausted) await fail(tx, { sourceId, attempt }, { id: newId(), message: RETRIES_EXHAUSTED_MESSAGE });
        else {
          await tx`update sources set updated_at = now() where id = ${sourceId}`;
          await app.queue.enqueue(tx, transcodeJob, { sourceId, attempt });
        }
      }
      return found;
    });
    if (lost.length > 0) app.log.warn({ lost }, 'files had lost their job');
  },
};

/** Removes the folders of killed workers of this machine. Runs for the first time when a worker starts. */
export const sweepWorkLoop: Loop<App> = {
  name: 'sweep-work',
  everySeconds: 300,
  everywhere: true,
  async run({ env, log }) {
    const removed = await sweepWorkFolders(env);
    if (removed > 0) log.info({ removed }, 'folders of dead workers were removed');
  },
};
