import { inOneForm } from '@scoville/contract/platform/lib/email.ts';
import {
  notifications,
  readNotifications,
  unreadNotifications,
  updateNotification,
} from '@scoville/contract/community/notifications/notifications.ts';
import { unsubscribe } from '@scoville/contract/community/notifications/unsubscribe.ts';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { mailUnsubscribeLinkJob } from './notifications.jobs.ts';
import { presentNotifications } from './notifications.present.ts';
import { countUnread, listNotifications, markAllRead, markNotification } from './notifications.queries.ts';
import { isUnsubscribeToken } from './unsubscribe-links.ts';
import { unsubscribeAccount, unsubscribeAddress } from './unsubscribe.ts';

const TRY_LATER = 'Too many requests from your network. Try again in an hour.';
const DAMAGED = 'This link is damaged. Open it again from the mail.';

export const notificationsRoutes = (app: App) => [
  route(unreadNotifications, async (call) => {
    const [counted] = await countUnread(app.db, [signedIn(call).userId]);
    return { count: counted?.unread ?? 0 };
  }),

  route(notifications, async (call) => {
    const actor = signedIn(call);
    const { rows, total, paging } = await readPage(app.cursors, call.query, {
      name: `notifications ${actor.userId}`,
      size: 20,
      read: (slice: Slice<TimePlace>) => listNotifications(app.db, actor.userId, slice),
      placeOf: timePlace,
    });
    return { notifications: await presentNotifications(app, actor, rows), total, paging };
  }),

  route(updateNotification, async (call) => {
    const { id } = call.params;
    const { isRead } = call.body;
    if (!(await markNotification(app.db, signedIn(call).userId, id, isRead))) throw notFound('This notification');
    return { id, isRead };
  }),

  route(readNotifications, async (call) => ({
    count: await markAllRead(app.db, signedIn(call).userId, call.body.upTo),
  })),

  route(unsubscribe, async ({ body: { email: given, token }, actor, request }) => {
    const email = inOneForm(given.trim());
    await app.limits.take(`unsubscribe ${callerOf(request)}`, 20, 3600, TRY_LATER);
    if (token !== undefined) {
      if (!(await isUnsubscribeToken(app.db, given, token))) throw invalid('token', DAMAGED);
      await unsubscribeAddress(app, email);
    } else if (actor !== null && (await isOwn(app, actor.userId, email))) await unsubscribeAccount(app, email);
    else {
      await app.queue.enqueue(app.db, mailUnsubscribeLinkJob, { email });
      return { message: 'If this address gets mail from us, a link to confirm it is on its way.', confirmed: false };
    }
    return { message: 'You are unsubscribed.', confirmed: true };
  }),
];

async function isOwn({ db }: App, userId: string, email: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${userId} and email = ${email} and deleted_at is null`;
  return rows.length === 1;
}
