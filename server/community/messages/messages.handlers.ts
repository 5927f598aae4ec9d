import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { mailMessagesJob } from './messages.jobs.ts';

export const messagesHandlers: readonly JobHandler<App>[] = [
  handle(mailMessagesJob, async () => {
    const { mailMessages } = await import('./mail-messages.ts');
    return (app, { userId }, { id }) => mailMessages(app, userId, id);
  }),
];
