import { rejectMedia, reviewQueue } from '@scoville/contract/curation.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { forbidden } from '../http/errors.ts';
import { cutPage, rowsBefore } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { actsAs, isAdmin, isReviewer } from '../media/media.policy.ts';
import { presenterOf, readMedia } from '../media/media.read.ts';
import { lockVisible } from '../media/media.visible.ts';
import { changePublication } from './change-publication.ts';
import { queueCursor, queuePlace } from './queue-place.ts';
import { countQueue, listQueue } from './queue.queries.ts';

/** The last review that a page number reaches. */
const FURTHEST = 1000;

export const curationRoutes = (app: App) => [
  route(rejectMedia, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      const row = await lockVisible(tx, actor, id);
      const by = actsAs(actor, row);
      if (by === null || !isReviewer(actor, row)) throw forbidden('You cannot review your own media.');
      const words = call.body.reason || null;
      await changePublication(app, tx, {
        row,
        events: [{ type: 'reject', by }],
        actorId: actor.userId,
        words,
        notify: true,
      });
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(reviewQueue, async (call) => {
    const actor = signedIn(call);
    const { cursor, page = 1, size = 20 } = call.query;
    const reader = { userId: actor.userId, isAdmin: isAdmin(actor) };
    const rows = await listQueue(app.db, reader, {
      after: cursor === undefined ? null : queuePlace(cursor),
      skip: rowsBefore(call.query, size, FURTHEST),
      limit: size + 1,
    });
    const { shown, next } = cutPage(rows, size, (last) =>
      queueCursor({ mine: last.mine, dueAt: last.due_at.toISOString(), id: last.review_id }),
    );
    const present = await presenterOf(app, actor, shown);
    return {
      reviews: shown.map((row) => ({
        media: present(row),
        submittedOn: row.review_submitted_at.toISOString(),
        dueOn: row.due_at.toISOString(),
        mine: row.mine,
      })),
      total: await countQueue(app.db, reader),
      paging: { page, size, next },
    };
  }),
];
