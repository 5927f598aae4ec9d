import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { drawReviewer } from '../draws/draw-reviewer.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { type Reviewer, assignReviewer, findReviewer } from './reviews.queries.ts';

/** An open review for which a reviewer is drawn. The caller holds its lock, or that of its media item. */
export interface OpenReview {
  id: string;
  mediaId: string;
  musicianId: string;
  /** The present reviewer, who is drawn again only if there is nobody else. */
  reviewerId: string | null;
  /** Reviewers who had the review earlier. */
  earlier: readonly string[];
  /** Draws so far. */
  draws: number;
  /** Opened in this transaction. */
  isNew?: boolean;
}

/**
 * Draws a reviewer for a review, assigns the review, and records the draw in the trail. Returns null if nobody can be
 * drawn for now; the review then waits without a reviewer.
 * @param hours in which the verdict is due from now on; undefined leaves the review's time
 */
export async function drawForReview(
  app: App,
  tx: Tx,
  review: OpenReview,
  hours?: number,
): Promise<{ reviewer: Reviewer; dueAt: Date } | null> {
  const { id, mediaId, musicianId, reviewerId, isNew = false } = review;
  const before = reviewerId === null ? review.earlier : [...review.earlier, reviewerId];
  const drawn = await drawReviewer(app, tx, `${id}:${review.draws + 1}`, { mediaId, musicianId, before });
  if (drawn === null) {
    if (reviewerId !== null || isNew) await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'unassigned' } });
    if (reviewerId !== null) await assignReviewer(tx, { reviewId: id, reviewerId: null, hours });
    return null;
  }
  const dueAt = await assignReviewer(tx, { reviewId: id, reviewerId: drawn.reviewerId, hours });
  await recordFact(tx, {
    mediaId,
    by: 'system',
    fact: { kind: 'drawn', draw: drawn.draw, dueBy: dueAt.toISOString() },
    secret: { skipped: drawn.reasons },
  });
  return { reviewer: await findReviewer(tx, drawn.reviewerId), dueAt };
}
