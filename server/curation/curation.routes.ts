import { rejectMedia, reviewQueue } from '@scoville/contract/curation.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { transaction } from '../db/connection.ts';
import { forbidden } from '../http/errors.ts';
import { MAX_SORTED_OFFSET, type Slice, readPage } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { roleOn, isAdmin, isReviewer } from '../media/media.policy.ts';
import { presentersOf, readMedia } from '../media/media.read.ts';
import { lockVisible } from '../media/media.visible.ts';
import { changePublication } from './change-publication.ts';
import { type QueuePlace, countQueue, listQueue, queuePlace } from './queue.queries.ts';

export const curationRoutes = (app: App) => [
  route(rejectMedia, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      const row = await lockVisible(tx, actor, id);
      const role = roleOn(actor, row);
      if (role === null || !isReviewer(actor, row)) throw forbidden('You cannot review your own media.');
      const words = call.body.reason || null;
      await changePublication(app, tx, {
        row,
        events: [{ type: 'reject', role }],
        actorId: actor.userId,
        words,
        notify: true,
      });
      await recordAct(tx, actor, { act: 'rejected-media', subject: { kind: 'media', id, name: row.title } });
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(reviewQueue, async (call) => {
    const actor = signedIn(call);
    const reader = { userId: actor.userId, isAdmin: isAdmin(actor) };
    const { rows, paging } = await readPage(app.cursors, call.query, {
      name: `reviews for ${actor.userId}`,
      size: 20,
      maxOffset: MAX_SORTED_OFFSET,
      read: async (slice: Slice<QueuePlace>) => ({ rows: await listQueue(app.db, reader, slice) }),
      placeOf: queuePlace,
    });
    const { whole } = await presentersOf(app, actor, rows);
    return {
      reviews: rows.map((row) => ({
        media: whole(row),
        submittedOn: row.review_submitted_at.toISOString(),
        dueOn: row.due_at.toISOString(),
        mine: row.mine,
      })),
      total: await countQueue(app.db, reader),
      paging,
    };
  }),
];
