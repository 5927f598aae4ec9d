import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';

/** Seconds after which somebody who has not read a message counts as away, and is mailed. */
export const AWAY = 300;

/** Mails an account that messages wait which it has not read for that long; each message brings a job of its own. */
export const mailMessagesJob = defineJob<{ userId: string }>({
  name: 'mail-messages',
  payload: z.object({ userId: z.string() }),
  options: {},
});
