import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { notify } from '../notifications/notify.ts';
import { AWAY } from './messages.jobs.ts';
import { claimUnmailed } from './unmailed.queries.ts';

/** Seconds by which the clocks of a job and its message may differ. */
const SLACK = 5;

/**
 * Notifies an account by mail of unread messages, once until it reads them. Messages that haven't been unread for long
 * enough are left to their own job, because the reader may have the conversation open.
 * @param jobId part of the dedupe key
 */
export async function mailMessages(app: App, userId: string, jobId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const senders = await claimUnmailed(tx, userId, AWAY - SLACK);
    if (senders.length === 0) return;
    const [receiver] = await tx<{ name: string }[]>`select display_name as name from users where id = ${userId}`;
    await notify(app, tx, {
      userId,
      kind: 'message',
      dedupeKey: `messages:${jobId}`,
      entry: {
        words: senders.length === 1 ? '{actor} wrote to you' : `${senders.length} people wrote to you`,
        actorId: (senders.length === 1 && senders[0]?.id) || null,
        path: SCREENS.messages.path,
      },
      mail: async () => {
        const { messagesMail } = await import('./messages.template.ts');
        return {
          subject:
            senders.length === 1
              ? sentence`${senders[0]?.name ?? ''} wrote to you`
              : `${senders.length} people wrote to you`,
          template: (stop) =>
            messagesMail({
              product: app.env.PRODUCT_NAME,
              name: receiver?.name ?? '',
              senders: senders.map(({ name }) => name),
              url: `${app.env.PUBLIC_URL}/messages`,
              stop,
            }),
        };
      },
    });
  });
}
