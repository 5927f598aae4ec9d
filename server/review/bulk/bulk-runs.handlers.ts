import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { bulkRunJob } from './bulk-runs.jobs.ts';

export const bulkRunsHandlers: readonly JobHandler<App>[] = [
  handle(bulkRunJob, async () => {
    const { runBulkRun } = await import('./run-bulk-run.ts');
    return (app, { runId }, run) => runBulkRun(app, runId, run);
  }),
];
