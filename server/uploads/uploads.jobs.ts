import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Makes an uploaded file playable. */
export const transcodeJob = defineJob<{ mediaId: string }, App>({
  name: 'transcode',
  payload: z.object({ mediaId: z.uuid() }),
  options: { retryLimit: 6, retryDelay: 3, expireInSeconds: 8 * 3600, concurrency: 'encodes' },
  load: async () => (await import('./transcode.ts')).transcode,
});

/** Every ten minutes: removes the files that nothing refers to any more. */
export const sweepFilesJob = defineJob<Record<string, never>, App>({
  name: 'sweep-files',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', pollSeconds: 30 },
  load: async () => {
    const { sweepFiles } = await import('./sweep.ts');
    return (app) => sweepFiles(app);
  },
});
