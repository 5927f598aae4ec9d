import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { drawReviewer } from '../draws/draw-reviewer.ts';
import { noteLapse } from '../draws/eligibility.queries.ts';
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
  /** Set while the review waits for a second reading, for which nobody is drawn who had the review earlier. */
  second: string | null;
}

interface Assigned {
  /** The name of the draw. */
  name: string;
  reviewer: Reviewer;
  dueAt: Date;
}

interface DrawOptions {
  /**
   * Hours within which the verdict is due from now on if the promised time is over; without it, the review's time
   * stays.
   */
  hours?: number;
  /**
   * An earlier reviewer is not drawn again. The review stays with its present one if there is nobody else. By default,
   * this holds for second readings.
   */
  onlyOthers?: boolean;
  /** Whether the present reviewer did not come in time. */
  hasLapsed?: boolean;
}

/**
 * Draws a reviewer for a review, assigns the review, and records the draw in the trail. Returns null if nobody can be
 * drawn for now; the review then waits without a reviewer.
 */
export async function drawForReview(
  app: App,
  tx: Tx,
  review: OpenReview,
  { hours, onlyOthers = review.second !== null, hasLapsed = false }: DrawOptions = {},
): Promise<Assigned | null> {
  const { id, mediaId, musicianId, reviewerId } = review;
  const before = reviewerId === null ? review.earlier : [...review.earlier, reviewerId];
  const submission = { mediaId, musicianId, before };
  const drawn = await drawReviewer(app, tx, `${id}:${review.draws + 1}`, submission, !onlyOthers);
  if (drawn === null && onlyOthers) return null;
  if (drawn === null) {
    if (reviewerId === null) return null;
    await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'unassigned' } });
    await assignReviewer(tx, { reviewId: id, reviewerId: null, hours });
    return null;
  }
  if (reviewerId !== null && hasLapsed) await noteLapse(tx, id, reviewerId);
  const dueAt = await assignReviewer(tx, { reviewId: id, reviewerId: drawn.reviewerId, hours });
  await recordFact(tx, {
    mediaId,
    by: 'system',
    fact: { kind: 'drawn', draw: drawn.draw, dueBy: dueAt.toISOString() },
    secret: { skipped: drawn.reasons },
  });
  return { name: drawn.draw.name, reviewer: await findReviewer(tx, drawn.reviewerId), dueAt };
}
