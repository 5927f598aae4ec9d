import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { newId } from '../ids.ts';
import type { Loop } from '../jobs/loop.ts';
import { fail, findLost } from './processing.queries.ts';
import { transcodeJob } from './uploads.jobs.ts';
import { sweepWorkFolders } from './work-folder.ts';

const GIVEN_UP = 'This file could not be processed. Please try again.';

/** Files that lost their job get a new one; those whose job used up its tries end where their owner sees it. */
export const rescueUploads: Loop<App> = {
  name: 'rescue-uploads',
  everySeconds: 30,
  async run(app) {
    const exhausted = await transaction(app.db, async (tx) => {
      const lost = await findLost(tx);
      for (const one of lost) {
        if (one.exhausted) continue;
        await tx`update media set updated_at = now() where id = ${one.id}`;
        await app.queue.enqueue(tx, transcodeJob, { mediaId: one.id });
      }
      if (lost.length > 0) app.log.warn({ lost }, 'files had lost their job');
      return lost.filter((one) => one.exhausted);
    });
    for (const { id } of exhausted) await fail(app.db, id, newId(), GIVEN_UP);
  },
};

/** The folders of workers that were killed; the first round comes when a worker starts. */
export const sweepWork: Loop<App> = {
  name: 'sweep-work',
  everySeconds: 300,
  async run({ env, log }) {
    const removed = await sweepWorkFolders(env);
    if (removed > 0) log.info({ removed }, 'folders of dead workers were removed');
  },
};
