import { media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { canSee } from './media.policy.ts';
import { presentMedia } from './media.present.ts';
import { findMedia, findMediaDetail } from './media.queries.ts';

export const mediaRoutes = (app: App) => [
  route(media, async ({ params, actor }) => {
    const row = await findMedia(app.db, params.id);
    if (row === null || !canSee(actor, row)) throw notFound('This media');
    return presentMedia(app, row, actor, await findMediaDetail(app.db, row.source_id));
  }),
];
