import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { type Actor, recordFact } from '../trail/trail.queries.ts';
import { drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';
import { openReview } from './reviews.queries.ts';

/**
 * Opens the review of a song or video that was just submitted, draws its reviewer, and mails the reviewer. Each reviewer
 * is mailed about one item at most once a day (UTC), even if its owner withdraws and resubmits it several times.
 * A review that an administrator reopens after a verdict counts as another submission.
 */
export async function assignReview(app: App, tx: Tx, row: MediaRow, by: Actor): Promise<void> {
  const { id, dueAt, submittedAt } = await openReview(tx, row.id, app.env.REVIEW_PROMISE_HOURS);
  await recordFact(tx, { mediaId: row.id, by, fact: { kind: 'submitted', promisedBy: dueAt.toISOString() } });
  const drawn = await drawForReview(app, tx, {
    id,
    mediaId: row.id,
    musicianId: row.musician_id,
    reviewerId: null,
    earlier: [],
    draws: 0,
    isNew: true,
  });
  const draw = `${row.id}:${new Date().toISOString().slice(0, 10)}-${submittedAt.getTime()}`;
  if (drawn !== null) await mailRequest(app, tx, { draw, ...drawn, mediaId: row.id });
}
