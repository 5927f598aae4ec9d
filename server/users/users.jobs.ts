import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Removes what was written for an account while it was being deleted. It may run as often as one likes. */
export const deleteLeftoversJob = defineJob<{ userId: string }, App>({
  name: 'delete-leftovers',
  payload: z.object({ userId: z.string() }),
  options: {},
  load: async () => {
    const { deleteLeftovers } = await import('./delete-account.ts');
    return (app, { userId }) => deleteLeftovers(app, userId);
  },
});
