import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { notify } from '../../community/notifications/notify.ts';

/** Notifies the owner that Home begins with this song or video; once a day, even if it is pinned several times. */
export async function mailSpotlight(app: App, tx: Tx, row: MediaRow): Promise<void> {
  const [owner] = await tx<{ name: string; today: string }[]>`
    select display_name as name, (now() at time zone 'UTC')::date::text as today from users where id = ${row.musician_id}`;
  if (owner === undefined) return;
  await notify(app, tx, {
    userId: row.musician_id,
    kind: 'spotlight',
    dedupeKey: `spotlight:${row.id}:${owner.today}`,
    entry: { words: '{media} is in the spotlight at the top of Home', mediaId: row.id, path: SCREENS.home.path },
    mail: async () => {
      // Loaded only when a mail is written: the components take most of a second, and would delay every start.
      const { spotlightMail } = await import('./spotlight.template.ts');
      return {
        subject: sentence`${row.title} is in the spotlight`,
        template: (stop) =>
          spotlightMail({
            product: app.env.PRODUCT_NAME,
            musician: owner.name,
            title: row.title,
            mediaType: row.type,
            homeUrl: `${app.env.PUBLIC_URL}/`,
            stop,
          }),
      };
    },
  });
}
