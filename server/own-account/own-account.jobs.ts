import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Removes what was written for an account while it was being deleted. It may run as often as one likes. */
export const deleteLeftoversJob = defineJob<{ userId: string }>({
  name: 'delete-leftovers',
  payload: z.object({ userId: z.string() }),
  options: {},
});
