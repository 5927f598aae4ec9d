import { lockMedia } from '../../catalogue/media/media.queries.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { clearSecond, findCountedReadings, lockOpenReview } from '../readings/readings.queries.ts';
import { changePublication } from './change-publication.ts';
import { calibrationsOf, caseOf, countedReading, step, verdictOf } from './give-reading.ts';
import { settleDueAt } from './promise-steps.ts';

/**
 * Decides a review that still waits for its second reading when the promised time is nearly over: the first reading is
 * the verdict. Does nothing if the review was decided meanwhile. If the file was replaced after the first reading, the
 * review goes on without one.
 */
export async function settleReview(app: App, mediaId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const row = await lockMedia(tx, mediaId);
    if (row === null) return;
    const review = await lockOpenReview(tx, mediaId);
    if (review === null || review.second === null || review.promisedBy === null) return;
    const { promisedBy } = review;
    if (review.now < settleDueAt({ ...review, promisedBy }, app.env.REVIEW_ESCALATION_SHARE)) return;
    const readings = await findCountedReadings(tx, mediaId);
    const last = readings.at(-1);
    if (last === undefined) return clearSecond(tx, review.id);
    step(caseOf(readings), { type: 'settle' });
    const calibrations = await calibrationsOf(tx, readings);
    const verdict = verdictOf(
      readings.map((reading) => ({ ...reading, ...countedReading(app, reading, calibrations) })),
      'curator',
    );
    await changePublication(app, tx, {
      ...verdict,
      row,
      actorId: last.reviewerId,
      notify: true,
      isSettled: true,
    });
  });
}
