import { adminMedia, notices } from '@scoville/contract/administration.ts';
import type { App } from '../app-context.ts';
import { cutPage, rowsBefore, timeCursors } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { presentList } from '../media/media.read.ts';
import { listAllMedia } from './administration.queries.ts';
import { findNotices } from './notices.queries.ts';

export const administrationRoutes = (app: App) => [
  route(adminMedia, async (call) => {
    const { q, filter, cursor, page = 1, size = 10 } = call.query;
    const places = timeCursors(app.cursors, `all media ${filter ?? ''} ${q ?? ''}`);
    const { rows, total } = await listAllMedia(app.db, {
      q,
      filter,
      after: places.read(cursor),
      limit: size + 1,
      offset: rowsBefore(call.query, size),
    });
    const { shown, next } = cutPage(rows, size, places.write);
    return { media: await presentList(app, signedIn(call), shown), total, paging: { page, size, next } };
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
