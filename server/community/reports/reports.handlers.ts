import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { notifyReportersJob } from './reports.jobs.ts';

export const reportsHandlers: readonly JobHandler<App>[] = [
  handle(notifyReportersJob, async () => {
    const { notifyReporters } = await import('./notify-reporters.ts');
    return (app, decided, { signal }) => notifyReporters(app, decided, signal);
  }),
];
