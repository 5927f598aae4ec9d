import { adminMedia, notices } from '@scoville/contract/review/administration.ts';
import type { App } from '../../platform/app-context.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentersOf } from '../../catalogue/media/media.read.ts';
import { listAllMedia } from './administration.queries.ts';
import { findNotices } from './notices.queries.ts';

export const administrationRoutes = (app: App) => [
  route(adminMedia, async (call) => {
    const { q, filter } = call.query;
    const { rows, total, paging } = await readPage(app.cursors, call.query, {
      name: `all media ${filter ?? ''} ${q ?? ''}`,
      size: 10,
      read: (slice: Slice<TimePlace>) => listAllMedia(app.db, { q, filter, ...slice }),
      placeOf: timePlace,
    });
    const { whole } = await presentersOf(app, signedIn(call), rows);
    return { media: rows.map((row) => whole(row)), total, paging };
  }),

  route(notices, async () => ({
    notices: (await findNotices(app.db)).map(({ machine, name, text, noticed_at }) => ({
      machine,
      name,
      text,
      since: noticed_at.toISOString(),
    })),
  })),
];
