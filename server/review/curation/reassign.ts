import type { App } from '../../platform/app-context.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import { shouldContinue } from '../../platform/jobs/loop.ts';
import { isSuspended } from '../../accounts/users/suspension.queries.ts';
import { type OpenReview, drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';

/** Most reviews that a round looks at. If no reviewer is left for the oldest ones, none is left for newer ones either. */
const ROUND = 200;

/**
 * Draws a new reviewer for open reviews that are overdue, have no reviewer, or whose reviewer may no longer review, the
 * longest waiting first. The new reviewer is a different one if another exists, and has the full time. Several processes
 * may run this at once. The loop ends between two reviews when `stop` aborts.
 */
export async function reassignReviews(app: App, stop?: AbortSignal): Promise<void> {
  const due = await app.db<{ id: string }[]>`
    select r.id from reviews r where ${isDue(app.db)} order by r.due_at limit ${ROUND}`;
  for (const { id } of due) {
    if (!shouldContinue(stop)) return;
    await reassign(app, id);
  }
}

async function reassign(app: App, id: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const review = await lockDue(tx, id);
    if (review === null) return;
    const drawn = await drawForReview(app, tx, review, { hours: app.env.REVIEW_PROMISE_HOURS, hasLapsed: true });
    if (drawn === null) return;
    await mailRequest(app, tx, { draw: drawn.name, ...drawn, mediaId: review.mediaId });
  });
}

/** Reviews `r` that need a new reviewer. */
const isDue = (db: Db) => db`
  r.decided_at is null and (r.due_at < now() or not exists (
    select 1 from users u where u.id = r.reviewer_id and (u.is_curator or u.role = 'admin') and u.deleted_at is null
      and not ${isSuspended(db, 'u.id')}))`;

/**
 * Locks a review to reassign, and its media item, which the mail to the new reviewer describes. Null if it was reassigned
 * or decided meanwhile. Locked rows are skipped, because a verdict locks the media item first and then the review. The
 * present reviewer is looked up by a subquery instead of a join: if another process has just reassigned the row,
 * PostgreSQL checks it again when locking it, and a join would then compare the new reviewer's id with the user row of
 * the previous reviewer.
 */
async function lockDue(tx: Db, id: string): Promise<OpenReview | null> {
  const [row] = await tx<OpenReview[]>`
    select r.id, r.media_id as "mediaId", r.reviewer_id as "reviewerId", m.musician_id as "musicianId", r.earlier, r.draws,
      r.second
    from reviews r join media m on m.id = r.media_id
    where r.id = ${id} and ${isDue(tx)}
    for update of r skip locked for key share of m skip locked`;
  return row ?? null;
}
