import { APPROVAL, type Scores, reaches } from '@scoville/contract/catalogue/media/scores.ts';
import type { ActingRole, Placement, PublicationEvent } from '@scoville/contract/catalogue/media/publication.ts';
import { type CountedReading, NO_SEVERITY, publishedScores } from '@scoville/contract/review/readings/published.ts';
import {
  type CaseEvent,
  type ReviewCase,
  SUBMITTED,
  isCaseRefusal,
  nextCase,
} from '@scoville/contract/review/readings/review-case.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { type Calibration, readCalibrations } from '../calibration/calibration.queries.ts';
import {
  type ReadReview,
  type Reading,
  type Second,
  findCountedReadings,
  insertReading,
  lockOpenReview,
  writeSecond,
} from '../readings/readings.queries.ts';
import { secondFor } from '../readings/second-reading.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { drawForReview } from './draw-for-review.ts';
import { mailRequest } from './mail-request.ts';
import { settleDueAt } from './promise-steps.ts';

/** The scores and places that a reviewer gave for a song or video without a verdict. */
export interface Given {
  /** The row of the song or video, locked by the caller. */
  row: MediaRow;
  reviewerId: string;
  role: ActingRole;
  scores: Scores;
  placement: Placement;
  words: string | null;
}

/** A verdict: the events that it means for the song or video, and its comment. */
export interface Verdict {
  events: PublicationEvent[];
  words: string | null;
  /** What the reviewers gave, whose mean was perhaps corrected; undefined if the verdict has the scores as given. */
  given?: Scores[];
}

/**
 * Stores what a reviewer gave, and returns the verdict that follows. Null if a second reading was arranged, from which
 * the verdict will follow. Scores without an open review, which only administrators give, are a verdict as they are.
 * Throws 409 if the reviewer has read this submission before.
 */
export async function giveReading(app: App, tx: Tx, given: Given): Promise<Verdict | null> {
  const { row, reviewerId, role, scores, placement, words } = given;
  const review = await lockOpenReview(tx, row.id);
  if (review === null) return { events: [{ type: 'curate', role, scores, ...placement }], words };
  const before = await findCountedReadings(tx, row.id);
  const reading: Reading = { reviewerId, scores, placement, words };
  const all = [...before, reading];
  const calibrations = await calibrationsOf(tx, all);
  const counted = (one: Reading) => countedReading(app, one, calibrations);
  const mayHold = before.length === 0 && role === 'curator' && hasTime(app, review);
  const second = mayHold ? secondFor(app.env, counted(reading), calibrations.get(reviewerId)) : null;
  const held = step(caseOf(before), { type: 'read', by: reviewerId, second: second !== null });
  await insertReading(tx, {
    ...reading,
    mediaId: row.id,
    reviewId: review.id,
    sourceId: row.source_id!,
    reviewerId,
    purpose: before.length === 0 ? 'first' : (review.second ?? 'random'),
    drawn: review.reviewerId === reviewerId,
  });
  if (second !== null || before.length > 0 || !isSame(publishedScores([counted(reading)]), scores))
    await recordFact(tx, {
      mediaId: row.id,
      by: { userId: reviewerId },
      fact: { kind: 'read', ...(second !== null && { second }) },
      secret: { scores },
    });
  if (second !== null && (await arrangeSecond(app, tx, { row, review, reviewerId, second }))) return null;
  if (held.stage === 'second-reading') step(held, { type: 'settle' });
  return verdictOf(
    all.map((one) => ({ ...one, ...counted(one) })),
    role,
  );
}

/** The verdict that follows from these readings, of which there is at least one. Later ones decide about places. */
export function verdictOf(readings: readonly (Reading & CountedReading)[], role: ActingRole): Verdict {
  const scores = publishedScores(readings);
  const given = readings.map((reading) => reading.scores);
  const placements = readings.map((reading) => chosen(reading.placement));
  const placement: Placement = reaches(scores, APPROVAL) ? Object.assign({}, ...placements) : {};
  const words = [...new Set(readings.map((reading) => reading.words).filter((text) => text !== null && text !== ''))];
  return {
    events: [{ type: 'curate', role, scores, ...placement }],
    words: words.length === 0 ? null : words.join('\n\n'),
    ...((given.length > 1 || !isSame(given[0]!, scores)) && { given }),
  };
}

/** The places that a reviewer chose, without those that were left open. */
const chosen = (placement: Placement): Placement =>
  Object.fromEntries(Object.entries(placement).filter(([, place]) => place !== undefined && place !== null));

/** The calibrations of the reviewers who gave these readings; empty while there are none. */
export const calibrationsOf = (tx: Tx, readings: readonly Reading[]): Promise<Map<string, Calibration>> =>
  readCalibrations(
    tx,
    readings.flatMap(({ reviewerId }) => reviewerId ?? []),
  );

export function countedReading(
  { env }: App,
  { reviewerId, scores }: Reading,
  calibrations: ReadonlyMap<string, Calibration>,
): CountedReading {
  const severity = env.REVIEW_CALIBRATION ? calibrations.get(reviewerId ?? '')?.severity : undefined;
  return { scores, severity: severity ?? NO_SEVERITY };
}

/** Whether a second reading can be given before the promised time is nearly over. */
const hasTime = ({ env }: App, { promisedBy, ...review }: ReadReview): boolean =>
  promisedBy !== null && review.now < settleDueAt({ ...review, promisedBy }, env.REVIEW_ESCALATION_SHARE);

/** Where a review is after these readings, if none of them was the last one. */
export const caseOf = (readings: readonly Reading[]): ReviewCase =>
  readings.length === 0
    ? SUBMITTED
    : { stage: 'second-reading', readers: readings.map(({ reviewerId }, index) => reviewerId ?? `deleted ${index}`) };

/** The next state of a review. Throws 409 if it refuses the event. */
export function step(review: ReviewCase, event: CaseEvent): ReviewCase {
  const next = nextCase(review, event);
  if (isCaseRefusal(next)) throw conflict(next.refused);
  return next;
}

interface Arranged {
  row: MediaRow;
  review: ReadReview;
  /** Who gave the first reading. */
  reviewerId: string;
  second: Second;
}

/**
 * Arranges a second reading: by the drawn reviewer, if another one gave the first, or by a reviewer who is drawn now.
 * False if nobody can be drawn, so that the first reading decides.
 */
async function arrangeSecond(app: App, tx: Tx, { row, review, reviewerId, second }: Arranged): Promise<boolean> {
  const { id, reviewerId: present, earlier, draws, promisedBy } = review;
  if (present === null || present === reviewerId) {
    const open = { id, mediaId: row.id, musicianId: row.musician_id, reviewerId: present, earlier, draws, second };
    const drawn = await drawForReview(app, tx, { ...open, earlier: [...earlier, reviewerId] });
    if (drawn === null) return false;
    await mailRequest(app, tx, { draw: drawn.name, ...drawn, mediaId: row.id });
  }
  const settleAt = settleDueAt({ ...review, promisedBy: promisedBy! }, app.env.REVIEW_ESCALATION_SHARE);
  await writeSecond(tx, { id, second, reader: reviewerId, settleAt });
  return true;
}

const isSame = (one: Scores, other: Scores): boolean =>
  one.storytelling === other.storytelling &&
  one.execution === other.execution &&
  one.thumbnailArt === other.thumbnailArt;
