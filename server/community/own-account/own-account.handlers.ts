import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { deleteLeftoversJob, mailResetJob, notifyAssignedPlanJob } from './own-account.jobs.ts';

export const ownAccountHandlers: readonly JobHandler<App>[] = [
  handle(mailResetJob, async () => {
    const { mailReset } = await import('./mail-reset.ts');
    return (app, { email }, { id }) => mailReset(app, email, id);
  }),
  handle(deleteLeftoversJob, async () => {
    const { deleteLeftovers } = await import('./delete-account.ts');
    return (app, { userId }) => deleteLeftovers(app, userId);
  }),
  handle(notifyAssignedPlanJob, async () => {
    const { notifyAssignedPlan } = await import('./assign-plan.ts');
    return (app, { userId }) => notifyAssignedPlan(app, userId);
  }),
];
