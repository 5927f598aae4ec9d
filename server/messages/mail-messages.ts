import { SCREENS } from '@scoville/contract/addresses.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { notify } from '../notifications/notify.ts';
import { takeUnmailed } from './messages.queries.ts';

/**
 * Tells an account by mail that messages wait, unless it read them meanwhile: once until it does.
 * @param jobId names the occasion
 */
export async function mailMessages(app: App, userId: string, jobId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const senders = await takeUnmailed(tx, userId);
    if (senders.length === 0) return;
    const [receiver] = await tx<{ name: string }[]>`select display_name as name from users where id = ${userId}`;
    const { messagesMail } = await import('./messages.template.ts');
    await notify(app, tx, {
      userId,
      kind: 'message',
      dedupeKey: `messages:${jobId}`,
      entry: {
        words: senders.length === 1 ? '{actor} wrote to you' : `${senders.length} people wrote to you`,
        actorId: (senders.length === 1 && senders[0]?.id) || null,
        path: SCREENS.messages.path,
      },
      mail: {
        subject: senders.length === 1 ? `${senders[0]?.name} wrote to you` : `${senders.length} people wrote to you`,
        template: (stop) =>
          messagesMail({
            product: app.env.PRODUCT_NAME,
            name: receiver?.name ?? '',
            senders: senders.map(({ name }) => name),
            url: `${app.env.PUBLIC_URL}/messages`,
            stop,
          }),
      },
    });
  });
}
