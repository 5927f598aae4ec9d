import type { ReactElement } from 'react';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import type { StopLinks } from '../mail/layout.ts';
import { writeToOutbox } from '../mail/write-mail.ts';
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

/** Tells one follower: members by their settings, in the product and by mail; guests by mail alone. */
export async function notifyFollower(app: App, tx: Tx, news: FollowerNews): Promise<void> {
  const { follower, key, kind, subject, template, entry } = news;
  const outUrl = unfollowUrl(app.env, key, follower.id);
  const dedupeKey = `${news.occasion}:${follower.id}`;
  if (follower.subscriber_id === null)
    await writeToOutbox(tx, {
      kind,
      dedupeKey,
      subject,
      to: follower.email,
      template: template(null, outUrl),
      pictures: [],
      unsubscribeUrl: outUrl,
    });
  else
    await notify(app, tx, {
      kind,
      dedupeKey,
      userId: follower.subscriber_id,
      entry,
      mail: async () => ({ subject, template: (stop) => template(stop, outUrl) }),
    });
}
