import type { App } from '../app-context.ts';
import { type JobHandler, handle } from '../jobs/job.ts';
import { deleteLeftoversJob } from './users.jobs.ts';

export const usersHandlers: readonly JobHandler<App>[] = [
  handle(deleteLeftoversJob, async () => {
    const { deleteLeftovers } = await import('./delete-account.ts');
    return (app, { userId }) => deleteLeftovers(app, userId);
  }),
];
