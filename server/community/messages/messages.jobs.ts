import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Seconds after which a member who hasn't read a message counts as away, and is mailed. */
export const AWAY = 300;

/** Mails an account about messages that it hasn't read for that long. Each message enqueues its own job. */
export const mailMessagesJob = defineJob<{ userId: string }>({
  name: 'mail-messages',
  payload: z.object({ userId: z.string() }),
  options: {},
});
