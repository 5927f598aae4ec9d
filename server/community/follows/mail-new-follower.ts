import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { hashAddress } from '../../platform/mail/hash-address.ts';
import { isWritten } from '../../platform/mail/write-mail.ts';
import { type NotificationMail, notify } from '../notifications/notify.ts';
import type { FollowRow } from './follows.queries.ts';
import { countFollowersSince, claimDailyMail } from './follower-mails.queries.ts';

/**
 * Notifies a musician of a new subscriber to the musician's news, by mail at most once a day: subscribers in between
 * are counted in the next mail. Where addresses can be verified (SMTP is configured), an account with an unverified
 * address triggers no mail and is only counted, without its name.
 */
export async function mailNewFollower(app: App, tx: Tx, follow: FollowRow): Promise<void> {
  const musicianId = follow.musician_id;
  // A listener who cancels and subscribes again isn't a new subscriber. Guests are identified by their address.
  const dedupeKey = `follower:${musicianId}:${follow.subscriber_id ?? hashAddress(follow.email ?? follow.id)}`;
  await notify(app, tx, {
    userId: musicianId,
    kind: 'follower',
    dedupeKey,
    entry: { words: '{actor} subscribed to you', actorId: follow.subscriber_id },
    mail: () => writeFollowerMail(app, tx, follow, dedupeKey),
  });
}

async function writeFollowerMail(
  app: App,
  tx: Tx,
  follow: FollowRow,
  dedupeKey: string,
): Promise<NotificationMail | null> {
  const musicianId = follow.musician_id;
  // Checked before the day's mail is claimed, which would otherwise be used up without sending one.
  if ((await isWritten(tx, dedupeKey)) || !(await isConfirmed(app, tx, follow))) return null;
  const last = await claimDailyMail(tx, musicianId);
  if (last === null) return null;
  const [names] = await tx<{ musician: string; username: string | null; follower: string | null }[]>`
    select m.display_name as musician, m.username, f.display_name as follower
    from users m left join users f on f.id = ${follow.subscriber_id} where m.id = ${musicianId}`;
  if (names === undefined) return null;
  const others = (await countFollowersSince(tx, musicianId, last.since)) - 1;
  // Imported only to write a mail: loading the mail components takes most of a second and would delay each start.
  const { newFollowerMail } = await import('./new-follower.template.ts');
  return {
    dedupeKey,
    subject: sentence`${names.follower ?? 'Somebody'} subscribed to you`,
    template: (stop) =>
      newFollowerMail({
        product: app.env.PRODUCT_NAME,
        musician: names.musician,
        follower: names.follower,
        others,
        profileUrl: `${app.env.PUBLIC_URL}/${names.username ?? musicianId}`,
        stop,
      }),
  };
}

/** Guests are always confirmed, because they confirm their subscription to the news by mail. */
async function isConfirmed({ env }: App, tx: Tx, { subscriber_id }: FollowRow): Promise<boolean> {
  if (subscriber_id === null || env.SMTP_URL === null) return true;
  return (await tx`select 1 from users where id = ${subscriber_id} and email_verified_at is not null`).length > 0;
}
