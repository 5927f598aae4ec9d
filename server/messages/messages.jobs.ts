import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';

/** Mails an account that messages wait which it has not read; one job waits for each account. */
export const mailMessagesJob = defineJob<{ userId: string }, App>({
  name: 'mail-messages',
  payload: z.object({ userId: z.string() }),
  options: {},
  load: async () => {
    const { mailMessages } = await import('./mail-messages.ts');
    return (app, { userId }, { id }) => mailMessages(app, userId, id);
  },
});
