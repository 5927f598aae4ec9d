import type { App } from '../../platform/app-context.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import { shouldContinue } from '../../platform/jobs/loop.ts';
import { isSuspended } from '../../accounts/users/suspension.queries.ts';
import { mailRequest } from './mail-request.ts';
import { pickReviewer } from './reviews.queries.ts';

/**
 * Assigns a new reviewer to every open review that is overdue or whose reviewer may no longer review. The new reviewer
 * is a different one if another exists, and has the full time. Several processes may run this at once. The loop ends
 * between two reviews when `stop` aborts.
 */
export async function reassignReviews(app: App, stop?: AbortSignal): Promise<void> {
  while (shouldContinue(stop) && (await reassignOne(app)));
}

async function reassignOne(app: App): Promise<boolean> {
  return transaction(app.db, async (tx) => {
    const overdue = await lockOverdue(tx);
    if (overdue === null) return false;
    const reviewer = await pickReviewer(tx, overdue.musicianId, overdue.reviewerId);
    const [row] = await tx<{ dueAt: Date }[]>`
      update reviews set reviewer_id = ${reviewer?.id ?? null}, drawn_at = now(),
        due_at = now() + make_interval(hours => ${app.env.REVIEW_PROMISE_HOURS})
      where id = ${overdue.id} returning due_at as "dueAt"`;
    if (reviewer !== null && row !== undefined) {
      const draw = `${overdue.id}:${row.dueAt.getTime()}`;
      await mailRequest(app, tx, { draw, dueAt: row.dueAt, reviewer, mediaId: overdue.mediaId });
    }
    return true;
  });
}

interface OverdueReview {
  id: string;
  mediaId: string;
  reviewerId: string | null;
  musicianId: string;
}

/**
 * Locks one review to reassign, and its media item, which the mail to the new reviewer describes. Locked rows are
 * skipped, because a verdict locks the media item first and then the review. A review without any possible reviewer is
 * left until there is one. The present reviewer is looked up by a subquery instead of a join: if another process has
 * just reassigned the row, PostgreSQL checks it again when locking it, and a join would then compare the new reviewer's
 * id with the user row of the previous reviewer.
 */
async function lockOverdue(tx: Db): Promise<OverdueReview | null> {
  const mayReview = tx`(u.is_curator or u.role = 'admin') and u.deleted_at is null and not ${isSuspended(tx, 'u.id')}`;
  const [row] = await tx<OverdueReview[]>`
    select r.id, r.media_id as "mediaId", r.reviewer_id as "reviewerId", m.musician_id as "musicianId"
    from reviews r join media m on m.id = r.media_id
    where r.decided_at is null
      and (r.due_at < now() or not exists (select 1 from users u where u.id = r.reviewer_id and ${mayReview}))
      and (r.reviewer_id is not null or exists (select 1 from users u where u.id <> m.musician_id and ${mayReview}))
    order by r.due_at limit 1 for update of r skip locked for key share of m skip locked`;
  return row ?? null;
}
