import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { announceMediaJob, notifyFollowersJob } from './follows.jobs.ts';

export const followsHandlers: readonly JobHandler<App>[] = [
  handle(announceMediaJob, async () => {
    const { announceRelease } = await import('./announce-release.ts');
    return async (app, some, { signal }) => {
      const next = await announceRelease(app, some, signal);
      if (next !== null) await app.queue.enqueue(app.db, announceMediaJob, next);
    };
  }),
  handle(notifyFollowersJob, async () => {
    const { notifyFollowers } = await import('./notify-followers.ts');
    return async (app, some, { signal }) => {
      const next = await notifyFollowers(app, some, signal);
      if (next !== null) await app.queue.enqueue(app.db, notifyFollowersJob, next);
    };
  }),
];
