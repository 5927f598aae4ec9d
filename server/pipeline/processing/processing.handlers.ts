import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { transcodeJob, transcodeLongJob } from './processing.jobs.ts';

export const processingHandlers: readonly JobHandler<App>[] = [
  handle(transcodeJob, async () => (await import('./transcode.ts')).transcode),
  handle(transcodeLongJob, async () => (await import('./transcode.ts')).transcodeLong),
];
