import type { App } from '../app-context.ts';
import { type JobHandler, handle } from '../jobs/job.ts';
import { deleteLeftoversJob } from './own-account.jobs.ts';

export const usersHandlers: readonly JobHandler<App>[] = [
  handle(deleteLeftoversJob, async () => {
    const { deleteLeftovers } = await import('./delete-account.ts');
    return (app, { userId }) => deleteLeftovers(app, userId);
  }),
];
