import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { mailUnsubscribeLinkJob } from './notifications.jobs.ts';

export const notificationsHandlers: readonly JobHandler<App>[] = [
  handle(mailUnsubscribeLinkJob, async () => {
    const { mailUnsubscribeLink } = await import('./unsubscribe.ts');
    return (app, { email }) => mailUnsubscribeLink(app, email);
  }),
];
