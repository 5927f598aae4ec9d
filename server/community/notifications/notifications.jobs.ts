import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/**
 * Mails the link that stops mail to an address. This is a job, and it contains the address as typed, so that neither
 * the response nor its duration reveals whether the address belongs to an account.
 */
export const mailUnsubscribeLinkJob = defineJob<{ email: string }>({
  name: 'mail-unsubscribe-link',
  payload: z.object({ email: z.string() }),
  // Finished jobs are kept for no more than an hour, because the job contains an address.
  options: { keepSeconds: 3600 },
});
