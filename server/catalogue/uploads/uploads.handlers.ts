import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { sweepFilesJob } from './uploads.jobs.ts';

export const uploadsHandlers: readonly JobHandler<App>[] = [
  handle(sweepFilesJob, async () => {
    const { sweepFiles } = await import('./sweep.ts');
    return (app, _payload, { signal }) => sweepFiles(app, signal);
  }),
];
