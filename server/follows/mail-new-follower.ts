import { sentence } from '@scoville/contract/isolated.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { hashOfAddress } from '../mail/hash-of-address.ts';
import { isWritten } from '../mail/write-mail.ts';
import { type NotificationMail, notify } from '../notifications/notify.ts';
import type { FollowRow } from './follows.queries.ts';
import { countFollowersSince, takeMailOfDay } from './follower-mails.queries.ts';

/**
 * Tells a musician of a new subscriber; by mail once a day: those who come meanwhile are counted in the next one. An account
 * with an address that nobody confirmed, where addresses can be, mails nobody: it is counted, without its name.
 */
export async function mailNewFollower(app: App, tx: Tx, follow: FollowRow): Promise<void> {
  const musicianId = follow.musician_id;
  // Whoever cancels and comes again is nobody new; of a guest the address says who it is.
  const dedupeKey = `follower:${musicianId}:${follow.subscriber_id ?? hashOfAddress(follow.email ?? follow.id)}`;
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
  // Asked before the day's mail is taken, which would be lost to the next one.
  if ((await isWritten(tx, dedupeKey)) || !(await isConfirmed(app, tx, follow))) return null;
  const last = await takeMailOfDay(tx, musicianId);
  if (last === null) return null;
  const [names] = await tx<{ musician: string; username: string | null; follower: string | null }[]>`
    select m.display_name as musician, m.username, f.display_name as follower
    from users m left join users f on f.id = ${follow.subscriber_id} where m.id = ${musicianId}`;
  if (names === undefined) return null;
  const others = (await countFollowersSince(tx, musicianId, last.since)) - 1;
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
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

/** Guests confirmed their subscription by mail. */
async function isConfirmed({ env }: App, tx: Tx, { subscriber_id }: FollowRow): Promise<boolean> {
  if (subscriber_id === null || env.SMTP_URL === null) return true;
  return (await tx`select 1 from users where id = ${subscriber_id} and email_verified_at is not null`).length > 0;
}
