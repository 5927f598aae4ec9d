import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { type Actor, recordFact } from '../trail/trail.queries.ts';
import { takeUpReadings } from '../readings/readings.queries.ts';
import { promisedHours, readBacklog } from './backlog.ts';
import { drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';
import { nextStepDueAt } from './promise-steps.ts';
import { takePriority, writePromise } from './promise.queries.ts';
import { openReview } from './reviews.queries.ts';

const HOUR = 3_600_000;

/**
 * Opens the review of a song or video that was just submitted, promises a verdict, draws a reviewer, and mails the
 * reviewer. Each reviewer is mailed about one item at most once a day (UTC), even if its owner withdraws and resubmits it
 * several times. A review that an administrator reopens after a verdict counts as another submission.
 */
export async function assignReview(app: App, tx: Tx, row: MediaRow, by: Actor): Promise<void> {
  const { REVIEW_BUSY_HOURS, REVIEW_ESCALATION_SHARE } = app.env;
  const { id: mediaId, musician_id: musicianId } = row;
  const { id, openedAt, submittedAt } = await openReview(tx, mediaId);
  const { earlier, second } = await takeUpReadings(tx, { id, mediaId });
  const hastened = await takePriority(tx, musicianId, id);
  const promise = async (hours: number): Promise<string> => {
    const promisedBy = new Date(openedAt.getTime() + hours * HOUR);
    const nextStepAt = nextStepDueAt({ openedAt, promisedBy, hastened }, 0, REVIEW_ESCALATION_SHARE, second !== null);
    await writePromise(tx, id, { promisedBy, nextStepAt, hastened });
    return promisedBy.toISOString();
  };
  const hours = promisedHours(app.env, await readBacklog(tx));
  const promisedBy = await promise(hours);
  await recordFact(tx, {
    mediaId,
    by,
    fact: { kind: 'submitted', promisedBy, ...(hastened && { priority: true as const }) },
  });
  const drawn = await drawForReview(app, tx, { id, mediaId, musicianId, reviewerId: null, earlier, draws: 0, second });
  if (drawn === null) {
    const later = REVIEW_BUSY_HOURS > hours ? { promisedBy: await promise(REVIEW_BUSY_HOURS) } : {};
    return recordFact(tx, { mediaId, by: 'system', fact: { kind: 'unassigned', ...later } });
  }
  const draw = `${mediaId}:${new Date().toISOString().slice(0, 10)}-${submittedAt.getTime()}`;
  await mailRequest(app, tx, { draw, ...drawn, mediaId });
}
