import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { mailRequest } from './mail-request.ts';
import { pickReviewer, openReview } from './reviews.queries.ts';

/**
 * Draws a reviewer for a media that was just submitted, opens the review and asks them by mail; each about one submission once a
 * day (UTC), however often its owner withdraws it and submits it again. One that an administrator has reviewed again after a
 * verdict is another submission.
 */
export async function assignReview(app: App, tx: Tx, row: MediaRow): Promise<void> {
  const reviewer = await pickReviewer(tx, row.musician_id);
  const { dueAt, submittedAt } = await openReview(tx, {
    mediaId: row.id,
    reviewerId: reviewer?.id ?? null,
    hours: app.env.REVIEW_PROMISE_HOURS,
  });
  const draw = `${row.id}:${new Date().toISOString().slice(0, 10)}-${submittedAt.getTime()}`;
  if (reviewer !== null) await mailRequest(app, tx, { draw, dueAt, reviewer, mediaId: row.id });
}
