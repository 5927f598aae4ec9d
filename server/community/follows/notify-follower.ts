import type { ReactElement } from 'react';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { hashAddress } from '../../platform/mail/hash-address.ts';
import type { StopLinks } from '../../platform/mail/layout.ts';
import { isRefused } from '../../platform/mail/outbox.queries.ts';
import { isWritten, writeToOutbox } from '../../platform/mail/write-mail.ts';
import { type Notification, notify } from '../notifications/notify.ts';
import { unfollowUrl } from './follow-token.ts';
import type { Follower } from './follows.queries.ts';

interface FollowerNews {
  follower: Follower;
  /** Signs the unsubscribe links. */
  key: string;
  kind: 'post' | 'release';
  /** Key of the event that the followers are notified of. Each follower is notified once for each key. */
  occasion: string;
  subject: string;
  template: (stop: StopLinks | null, outUrl: string) => ReactElement;
  entry: Notification['entry'];
}

/**
 * Notifies one follower, who has a subscription to a musician's news: members in the product and by mail, as their
 * settings allow; guests by mail only, unless their address is known to refuse mail. The dedupe key contains the
 * person, not the subscription, so a follower who cancels and subscribes again while the job runs is notified once.
 */
export async function notifyFollower(app: App, tx: Tx, news: FollowerNews): Promise<void> {
  const { follower, key, kind, occasion, subject, template, entry } = news;
  const { subscriber_id: userId, address } = follower;
  const outUrl = unfollowUrl(app.env, key, follower.id);
  const asGuest = `${occasion}:${hashAddress(address)}`;
  if (userId !== null) {
    await notify(app, tx, {
      kind,
      dedupeKey: `${occasion}:${userId}`,
      userId,
      entry,
      // A follower already mailed as a guest isn't mailed again as an account.
      mail: async () =>
        (await isWritten(tx, asGuest)) ? null : { subject, template: (stop) => template(stop, outUrl) },
    });
    return;
  }
  if (await isRefused(tx, address)) return;
  await writeToOutbox(tx, {
    kind,
    dedupeKey: asGuest,
    subject,
    to: address,
    template: template(null, outUrl),
    pictures: [],
    unsubscribeUrl: outUrl,
  });
}
