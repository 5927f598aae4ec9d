import {
  handOverReview,
  rejectMedia,
  reopenReview as reopenReviewCall,
  reviewQueue,
} from '@scoville/contract/review/curation/curation.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { MAX_SORTED_OFFSET, type Slice, readPage } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { isAdmin } from '../../catalogue/media/media.policy.ts';
import { presentersOf, readMedia } from '../../catalogue/media/media.read.ts';
import { notePresence } from '../draws/eligibility.queries.ts';
import { handOver } from './hand-over.ts';
import { type QueuePlace, countQueue, listQueue, queuePlace } from './queue.queries.ts';
import { rejectSubmission } from './reject-submission.ts';
import { reopenReview } from './reopen-review.ts';

export const curationRoutes = (app: App) => [
  route(rejectMedia, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      await rejectSubmission(app, tx, actor, id, call.body.reason);
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(reopenReviewCall, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      await reopenReview(app, tx, actor, id, call.body.verdictOn);
      return readMedia(app, actor, id, { detail: true, db: tx });
    });
  }),

  route(handOverReview, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    await transaction(app.db, (tx) => handOver(app, tx, actor, id, call.body.reason));
    return { id };
  }),

  route(reviewQueue, async (call) => {
    const actor = signedIn(call);
    const reader = { userId: actor.userId, isAdmin: isAdmin(actor) };
    await notePresence(app.db, actor.userId);
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
