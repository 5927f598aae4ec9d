import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/**
 * Mails the link that stops mail to an address. A job, and with the address as it was typed: the answer tells neither by
 * its words nor by its time whether that is an account's.
 */
export const mailUnsubscribeLinkJob = defineJob<{ email: string }>({
  name: 'mail-unsubscribe-link',
  payload: z.object({ email: z.string() }),
  // It names an address.
  options: { keepSeconds: 3600 },
});
