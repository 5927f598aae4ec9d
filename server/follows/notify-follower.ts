import type { ReactElement } from 'react';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { hashOfAddress } from '../mail/hash-of-address.ts';
import type { StopLinks } from '../mail/layout.ts';
import { isRefused } from '../mail/outbox.queries.ts';
import { isWritten, writeToOutbox } from '../mail/write-mail.ts';
import { type Notification, notify } from '../notifications/notify.ts';
import { unfollowUrl } from './follow-token.ts';
import type { Follower } from './follows.queries.ts';

interface FollowerNews {
  follower: Follower;
  /** What links out of a subscription are signed with. */
  key: string;
  kind: 'post' | 'release';
  /** The occasion without its follower: each is told of it once. */
  occasion: string;
  subject: string;
  template: (stop: StopLinks | null, outUrl: string) => ReactElement;
  entry: Notification['entry'];
}

/**
 * Tells one follower: members by their settings, in the product and by mail; guests by mail alone, unless their address is
 * known to take none. The occasion is known by who is told, not by the subscription: whoever cancels it and subscribes
 * again while others are told hears of it once.
 */
export async function notifyFollower(app: App, tx: Tx, news: FollowerNews): Promise<void> {
  const { follower, key, kind, occasion, subject, template, entry } = news;
  const { subscriber_id: userId, address } = follower;
  const outUrl = unfollowUrl(app.env, key, follower.id);
  const asGuest = `${occasion}:${hashOfAddress(address)}`;
  if (userId !== null) {
    await notify(app, tx, {
      kind,
      dedupeKey: `${occasion}:${userId}`,
      userId,
      entry,
      // Whoever was mailed as a guest, and has an account since, is not mailed again.
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
