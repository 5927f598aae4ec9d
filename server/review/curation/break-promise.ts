import { planNamed } from '../../accounts/plans/plan-limits.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { mailLateReview } from './mail-late-review.ts';
import { BROKEN } from './promise-steps.ts';
import { type PromisedReview, findPlan, insertCompensation, lockBroken, writeStep } from './promise.queries.ts';

/** Compensates the musician if the promised time of the open review is over and that has not been noticed yet. */
export async function settlePromise(app: App, tx: Tx, mediaId: string): Promise<void> {
  const review = await lockBroken(tx, mediaId);
  if (review !== null) await breakPromise(app, tx, review);
}

/** Notes that the promised time is over, tells the musician, and grants the compensation. */
export async function breakPromise(app: App, tx: Tx, review: PromisedReview): Promise<void> {
  const { id, mediaId, musicianId } = review;
  await writeStep(tx, id, BROKEN, null);
  const compensation = await compensate(app, tx, review);
  await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'late', compensation } });
  await mailLateReview(app, tx, { reviewId: id, mediaId, musicianId, compensation });
}

async function compensate(
  { env }: App,
  tx: Tx,
  { id, musicianId }: PromisedReview,
): Promise<'upload' | 'priority' | 'none'> {
  if (!env.REVIEW_COMPENSATION) return 'none';
  const { limits } = planNamed(env, await findPlan(tx, musicianId));
  const kind = limits.total === null ? 'priority' : 'upload';
  await insertCompensation(tx, { reviewId: id, userId: musicianId, kind });
  return kind;
}
