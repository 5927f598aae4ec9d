import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { notify } from '../notifications/notify.ts';
import type { FollowRow } from './follows.queries.ts';
import { countFollowersSince, takeMailOfDay } from './follower-mails.queries.ts';

/** Tells a musician of a new subscriber, once a day: those who come meanwhile are counted in the next mail. */
export async function mailNewFollower(app: App, tx: Tx, follow: FollowRow): Promise<void> {
  const musicianId = follow.musician_id;
  const last = await takeMailOfDay(tx, musicianId);
  if (last === null) return;
  const [names] = await tx<{ musician: string; username: string | null; follower: string | null }[]>`
    select m.display_name as musician, m.username, f.display_name as follower
    from users m left join users f on f.id = ${follow.subscriber_id} where m.id = ${musicianId}`;
  if (names === undefined) return;
  const others = (await countFollowersSince(tx, musicianId, last.since)) - 1;
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { newFollowerMail } = await import('./new-follower.template.ts');
  await notify(app, tx, {
    userId: musicianId,
    kind: 'follower',
    subject: `${names.follower ?? 'Somebody'} subscribed to you`,
    dedupeKey: `follower:${follow.id}:${last.at}`,
    template: (stop) =>
      newFollowerMail({
        product: app.env.PRODUCT_NAME,
        musician: names.musician,
        follower: names.follower,
        others,
        profileUrl: `${app.env.PUBLIC_URL}/${names.username ?? musicianId}`,
        stop,
      }),
  });
}
