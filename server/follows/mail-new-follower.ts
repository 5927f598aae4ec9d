import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { type Notification, notify } from '../notifications/notify.ts';
import type { FollowRow } from './follows.queries.ts';
import { countFollowersSince, takeMailOfDay } from './follower-mails.queries.ts';

/** Tells a musician of a new subscriber; by mail once a day: those who come meanwhile are counted in the next one. */
export async function mailNewFollower(app: App, tx: Tx, follow: FollowRow): Promise<void> {
  const musicianId = follow.musician_id;
  await notify(app, tx, {
    userId: musicianId,
    kind: 'follower',
    // Whoever cancels and comes again is nobody new.
    dedupeKey: `follower:${musicianId}:${follow.subscriber_id ?? follow.id}`,
    entry: { words: '{actor} subscribed to you', actorId: follow.subscriber_id },
    mail: await writeFollowerMail(app, tx, follow),
  });
}

async function writeFollowerMail(app: App, tx: Tx, follow: FollowRow): Promise<Notification['mail']> {
  const musicianId = follow.musician_id;
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
    dedupeKey: `follower:${follow.id}:${last.at}`,
    subject: `${names.follower ?? 'Somebody'} subscribed to you`,
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
