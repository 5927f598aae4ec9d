import { rejectMedia } from '@scoville/contract/curation.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { actsAs, canSee, isReviewer } from '../media/media.policy.ts';
import { presentMedia } from '../media/media.present.ts';
import { findMedia, findMediaDetail, lockMedia } from '../media/media.queries.ts';
import { changePublication } from './change-publication.ts';

export const curationRoutes = (app: App) => [
  route(rejectMedia, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    await transaction(app.db, async (tx) => {
      const row = await lockMedia(tx, id);
      if (row === null || !canSee(actor, row)) throw notFound('This media');
      const by = actsAs(actor, row);
      if (by === null || !isReviewer(actor, row)) throw forbidden('Nobody reviews an own media.');
      const words = call.body.reason || null;
      await changePublication(app, tx, {
        row,
        events: [{ type: 'reject', by }],
        actorId: actor.userId,
        words,
        notify: true,
      });
    });
    const row = await findMedia(app.db, id);
    if (row === null) throw notFound('This media');
    return presentMedia(app, row, actor, await findMediaDetail(app.db, row.source_id));
  }),
];
