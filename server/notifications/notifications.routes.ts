import { unsubscribe } from '@scoville/contract/unsubscribe.ts';
import type { App } from '../app-context.ts';
import { callerOf } from '../http/caller.ts';
import { invalid } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { mailUnsubscribeLinkJob } from './notifications.jobs.ts';
import { isUnsubscribeToken } from './unsubscribe-links.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

const TRY_LATER = 'Too many requests from your network. Try again in an hour.';
const DAMAGED = 'This link is damaged. Open it again from the mail.';

export const notificationsRoutes = (app: App) => [
  route(unsubscribe, async ({ body: { email, token }, actor, request }) => {
    await app.limits.take(`unsubscribe ${callerOf(request)}`, 20, 3600, TRY_LATER);
    if (token !== undefined && !(await isUnsubscribeToken(app.db, email, token))) throw invalid('token', DAMAGED);
    if (token === undefined && !(actor !== null && (await isOwn(app, actor.userId, email)))) {
      await app.queue.enqueue(app.db, mailUnsubscribeLinkJob, { email });
      return { message: 'If this address gets mail from us, a link to confirm it is on its way.', confirmed: false };
    }
    await unsubscribeAddress(app, email);
    return { message: 'You are unsubscribed.', confirmed: true };
  }),
];

async function isOwn({ db }: App, userId: string, email: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${userId} and email = ${email} and deleted_at is null`;
  return rows.length === 1;
}
