import {
  type Publication,
  type PublicationEvent,
  isUnderReview,
} from '@scoville/contract/catalogue/media/publication.ts';
import { type Scores, reaches } from '@scoville/contract/catalogue/media/scores.ts';
import type { Fact } from '@scoville/contract/review/trail/trail.ts';
import { PIN } from '@scoville/contract/accounts/settings.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { announceMediaJob } from '../../community/follows/follows.jobs.ts';
import { mediaChanged } from '../../catalogue/media/media.events.ts';
import { publicationOf } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { recountMasterChef, unpinOthers, writePublication } from './curation.queries.ts';
import { assignReview } from './assign-review.ts';
import { mailSpotlight } from './mail-spotlight.ts';
import { mailVerdict } from './mail-verdict.ts';
import { settlePromise } from './break-promise.ts';
import { returnPriority } from './promise.queries.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { closeReview } from './reviews.queries.ts';
import { stateAfter } from './state-after.ts';

export interface Change {
  /** The row of the song or video, locked by the caller. */
  row: MediaRow;
  events: PublicationEvent[];
  /** Null for a reviewer whose account was deleted. */
  actorId: string | null;
  /** The reviewer's comment or reason; undefined leaves the present one. */
  words?: string | null | undefined;
  /** Whether the owner gets a mail when there is a verdict. */
  notify: boolean;
  /** What reviewers gave, if the scores of the verdict are their mean or were corrected. */
  given?: readonly Scores[];
  /** Whether the verdict was given because the promised time is nearly over. */
  isSettled?: boolean;
}

/**
 * Applies publication events to a song or video, with all their effects, in the caller's transaction: review opened or
 * closed, mail, Master Chef, the single pin, notification of the other processes. Throws when the state machine refuses
 * an event (400, 403, 409).
 */
export async function changePublication(app: App, tx: Tx, change: Change): Promise<void> {
  const { row, events, actorId, words } = change;
  const before = publicationOf(row);
  const after = stateAfter(before, events);
  const isVerdict = after.verdict !== null && (after.verdict !== before.verdict || !sameScores(before, after));
  const isJudged = events.some(({ type }) => type === 'curate' || type === 'update' || type === 'reject');
  const isFreshReview = before.verdict !== null && after.verdict === null;
  if (after.pinned && !before.pinned) {
    const unpinned = await unpinOthers(tx, row.id);
    if (unpinned !== null) await mediaChanged(tx, unpinned);
    await mailSpotlight(app, tx, row);
  }
  await writePublication(tx, row.id, after, {
    actorId,
    words: isFreshReview ? null : words,
    isVerdict,
    isJudged,
    isFreshReview,
  });
  await updateReviews(app, tx, change, { before, after, isVerdict, isJudged });
  if (countsForChef(before) !== countsForChef(after))
    await recountMasterChef(tx, row.musician_id, app.env.MASTER_CHEF_ITEMS);
  const isNews = (after.published && !before.published) || (isVerdict && after.verdict === 'curated');
  if (isNews) await app.queue.enqueue(tx, announceMediaJob, { mediaId: row.id });
  await mediaChanged(tx, row.id);
}

interface Step {
  before: Publication;
  after: Publication;
  isVerdict: boolean;
  isJudged: boolean;
}

async function updateReviews(
  app: App,
  tx: Tx,
  change: Change,
  { before, after, isVerdict, isJudged }: Step,
): Promise<void> {
  const { row, actorId, notify, given, isSettled = false } = change;
  const wasOpen = isUnderReview(before);
  const isOpen = isUnderReview(after);
  const words = change.words ?? null;
  const mediaId = row.id;
  const by = actorId === row.musician_id ? 'owner' : actorId === null || isSettled ? 'system' : { userId: actorId };
  if (wasOpen && !isOpen && after.verdict === null) {
    await settlePromise(app, tx, mediaId);
    const withdrawn = await closeReview(tx, { mediaId, actorId, outcome: 'withdrawn', scores: null, words: null });
    await returnPriority(tx, withdrawn);
    await recordFact(tx, { mediaId, by, fact: { kind: 'withdrawn' } });
  }
  if (!wasOpen && isOpen) {
    if (before.verdict !== null) await recordFact(tx, { mediaId, by, fact: { kind: 'reopened' } });
    await assignReview(app, tx, row, by);
  }
  const outcome = isVerdict ? after.verdict : null;
  let reviewId = null;
  if (outcome !== null) {
    const { scores } = after;
    await settlePromise(app, tx, mediaId);
    reviewId = await closeReview(tx, { mediaId, actorId, outcome, scores, words });
    const judge = by === 'owner' ? { userId: row.musician_id } : by;
    const fact = before.verdict === null ? judgedFact(outcome, change) : { kind: 'changed' as const, outcome };
    await recordFact(tx, { mediaId, by: judge, fact, secret: { scores, ...(given && { given }) } });
  }
  if (notify && isJudged) await mailVerdict(app, tx, row.id, reviewId);
}

const judgedFact = (outcome: 'curated' | 'rejected', { given = [], isSettled }: Change): Fact => ({
  kind: 'judged',
  outcome,
  ...(given.length > 1 && { readings: given.length }),
  ...(isSettled && { settled: true }),
});

/** Whether the song or video counts towards its musician's badge. */
export const countsForChef = (media: Publication): boolean =>
  media.published && media.verdict === 'curated' && media.scores !== null && reaches(media.scores, PIN);

const sameScores = ({ scores: one }: Publication, { scores: other }: Publication): boolean =>
  one?.storytelling === other?.storytelling &&
  one?.execution === other?.execution &&
  one?.thumbnailArt === other?.thumbnailArt;
