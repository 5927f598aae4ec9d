import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { mailRequest } from './mail-request.ts';
import { pickReviewer, openReview } from './reviews.queries.ts';

/**
 * Draws a reviewer for a song or video that was just submitted, opens the review, and mails the reviewer. Each reviewer
 * is mailed about one item at most once a day (UTC), even if its owner withdraws and resubmits it several times.
 * A review that an administrator reopens after a verdict counts as another submission.
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
