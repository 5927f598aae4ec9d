import type { App } from '../app-context.ts';
import { type JobHandler, handle } from '../jobs/job.ts';
import { notifyAssignedPlanJob } from './plans.jobs.ts';

export const plansHandlers: readonly JobHandler<App>[] = [
  handle(notifyAssignedPlanJob, async () => {
    const { notifyAssignedPlan } = await import('./assign-plan.ts');
    return (app, { userId }) => notifyAssignedPlan(app, userId);
  }),
];
