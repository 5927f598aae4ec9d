import { isReviewer } from '../../catalogue/media/media.policy.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, forbidden } from '../../platform/http/errors.ts';
import { lockOpenReview } from '../readings/readings.queries.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';

const IS_OVER = 'This media is no longer under review.';
const NOT_YOURS = 'This review is not assigned to you, so you can leave it to its reviewer.';
const NOBODY =
  'There is nobody else who could review this now. Reject it with a reason, or leave it; others are asked before it is late.';

/**
 * Gives a review from its reviewer to another one, who is drawn. The promise to the musician stays the same. Throws 409 if
 * the review is over, is somebody else's, or nobody else can be drawn.
 */
export async function handOver(app: App, tx: Tx, caller: Actor, id: string, reason: string): Promise<void> {
  const row = await lockVisible(tx, caller, id);
  const actor = await callerNow(app, tx, caller.userId);
  if (!isReviewer(actor, row)) throw forbidden('Only certified reviewers may do this.');
  const review = await lockOpenReview(tx, id);
  if (review === null) throw conflict(IS_OVER);
  if (review.reviewerId !== actor.userId) throw conflict(NOT_YOURS);
  await recordFact(tx, {
    mediaId: id,
    by: { userId: actor.userId },
    fact: { kind: 'handed-over' },
    secret: { reason },
  });
  const open = { ...review, mediaId: id, musicianId: row.musician_id };
  const drawn = await drawForReview(app, tx, open, { onlyOthers: true, hours: app.env.REVIEW_PROMISE_HOURS });
  if (drawn === null) throw conflict(NOBODY);
  await mailRequest(app, tx, { draw: drawn.name, ...drawn, mediaId: id });
  await recordAct(tx, actor, { act: 'handed-over-review', subject: { kind: 'media', id, name: row.title } });
}
