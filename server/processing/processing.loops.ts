import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { newId } from '../ids.ts';
import type { Loop } from '../jobs/loop.ts';
import { RETRIES_EXHAUSTED_MESSAGE } from './failures.ts';
import { fail, findOrphaned } from './processing.queries.ts';
import { transcodeJob } from './processing.jobs.ts';
import { sweepWorkFolders } from './work-folder.ts';

/** Files that lost their job get a new one; those whose job used up its tries end where their owner sees it. */
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

/** The folders of workers that were killed, by those of their machine; the first round comes when a worker starts. */
export const sweepWorkLoop: Loop<App> = {
  name: 'sweep-work',
  everySeconds: 300,
  everywhere: true,
  async run({ env, log }) {
    const removed = await sweepWorkFolders(env);
    if (removed > 0) log.info({ removed }, 'folders of dead workers were removed');
  },
};
