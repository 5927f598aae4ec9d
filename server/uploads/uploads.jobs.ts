import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Every ten minutes: removes the files that nothing refers to any more. */
export const sweepFilesJob = defineJob<Record<string, never>, App>({
  name: 'sweep-files',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', pollSeconds: 30, expireInSeconds: 3600 },
  load: async () => {
    const { sweepFiles } = await import('./sweep.ts');
    return (app, _payload, { signal }) => sweepFiles(app, signal);
  },
});
