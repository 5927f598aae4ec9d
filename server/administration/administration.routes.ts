import { adminMedia, notices } from '@scoville/contract/administration.ts';
import type { App } from '../app-context.ts';
import { route, signedIn } from '../http/route.ts';
import { presentMedia } from '../media/media.present.ts';
import { listAllMedia } from './administration.queries.ts';
import { findNotices } from './notices.queries.ts';

export const administrationRoutes = (app: App) => [
  route(adminMedia, async (call) => {
    const { q, filter, page = 1, size = 10 } = call.query;
    const { rows, total } = await listAllMedia(app.db, { q, filter, size, offset: (page - 1) * size });
    return {
      media: rows.map((row) => presentMedia(app, row, signedIn(call))),
      total,
      paging: { page, size, next: null },
    };
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
