import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { recordNotifications } from '../../community/notifications/record-notification.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { shouldContinue } from '../../platform/jobs/loop.ts';
import { eligibleReviewers } from '../draws/draw-reviewer.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { breakPromise } from './break-promise.ts';
import { drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';
import { BROKEN, nextStepDueAt, reachedStep, settleDueAt } from './promise-steps.ts';
import { type PromisedReview, findAdministrators, findDueSteps, lockDueStep, writeStep } from './promise.queries.ts';
import { settleReview } from './settle-review.ts';

/** Most reviews that a round looks at. */
const ROUND = 200;

/** Most accounts that are asked for one review. */
const ASKED = 50;

/**
 * Takes the steps that are due to keep the promises to musicians, and compensates those whose promise is broken. A step
 * and its effects are one transaction. After a time without any worker, only the last step that is due is taken.
 */
export async function keepPromises(app: App, stop?: AbortSignal): Promise<void> {
  for (const { id } of await findDueSteps(app.db, ROUND)) {
    if (!shouldContinue(stop)) return;
    const toSettle = await transaction(app.db, async (tx) => {
      const review = await lockDueStep(tx, id);
      return review === null ? null : takeStep(app, tx, review);
    });
    if (toSettle !== null) await settleReview(app, toSettle);
  }
}

/**
 * Takes the step of a review that is due. Returns the media item if its readings are to decide, which needs its lock
 * before that of the review.
 */
async function takeStep(app: App, tx: Tx, review: PromisedReview): Promise<string | null> {
  const share = app.env.REVIEW_ESCALATION_SHARE;
  const isHeld = review.second !== null;
  if (isHeld && review.now >= settleDueAt(review, share)) return review.mediaId;
  const step = reachedStep(review, review.now, share);
  if (step === BROKEN) {
    await breakPromise(app, tx, review);
    return null;
  }
  await writeStep(tx, review.id, step, nextStepDueAt(review, step, share, isHeld));
  if (step === 1) await askSecondReviewer(app, tx, review);
  if (step === 2) await askAllReviewers(app, tx, review);
  if (step === 3) await askAdministrators(tx, review);
  return null;
}

async function askSecondReviewer(app: App, tx: Tx, review: PromisedReview): Promise<void> {
  const { mediaId } = review;
  await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'escalated', to: 'second-reviewer' } });
  const drawn = await drawForReview(app, tx, review, { onlyOthers: true, hasLapsed: true });
  if (drawn === null) return;
  await mailRequest(app, tx, { draw: drawn.name, ...drawn, mediaId });
}

async function askAllReviewers(app: App, tx: Tx, review: PromisedReview): Promise<void> {
  const { id, mediaId, musicianId, earlier } = review;
  await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'escalated', to: 'all-reviewers' } });
  const submission = { mediaId, musicianId, before: earlier };
  const asked = await eligibleReviewers(app, tx, { name: `${id}:all`, submission, most: ASKED });
  await ask(tx, review, asked);
}

async function askAdministrators(tx: Tx, review: PromisedReview): Promise<void> {
  const { mediaId } = review;
  await recordFact(tx, { mediaId, by: 'system', fact: { kind: 'escalated', to: 'administrators' } });
  const administrators = await findAdministrators(tx, ASKED);
  await ask(
    tx,
    review,
    administrators.map(({ id }) => id),
  );
}

async function ask(tx: Tx, { id, mediaId }: PromisedReview, userIds: readonly string[]): Promise<void> {
  await recordNotifications(tx, userIds, {
    kind: 'review-request',
    occasion: `late-soon:${id}`,
    entry: { words: 'A review is about to be late: {media}', mediaId, path: SCREENS.review.path },
  });
}
