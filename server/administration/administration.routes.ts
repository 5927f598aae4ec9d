import { adminMedia, notices } from '@scoville/contract/administration.ts';
import type { App } from '../app-context.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { presentList } from '../media/media.read.ts';
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
    return { media: await presentList(app, signedIn(call), rows), total, paging };
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
