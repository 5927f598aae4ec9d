import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { makeExportJob } from './data-export.jobs.ts';

export const dataExportHandlers: readonly JobHandler<App>[] = [
  handle(makeExportJob, async () => (await import('./make-export.ts')).makeExport),
];
