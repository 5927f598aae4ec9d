import {
  type Publication,
  type PublicationEvent,
  type Refusal,
  isRefusal,
  isUnderReview,
  nextPublication,
} from '@scoville/contract/catalogue/media/publication.ts';
import { reaches } from '@scoville/contract/catalogue/media/scores.ts';
import { PIN } from '@scoville/contract/accounts/settings.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { announceMediaJob } from '../../community/follows/follows.jobs.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { mediaChanged } from '../../catalogue/media/media.events.ts';
import { publicationOf } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { recountMasterChef, unpinOthers, writePublication } from './curation.queries.ts';
import { assignReview } from './assign-review.ts';
import { mailSpotlight } from './mail-spotlight.ts';
import { mailVerdict } from './mail-verdict.ts';
import { settlePromise } from './keep-promises.ts';
import { returnPriority } from './promise.queries.ts';
import { recordFact } from '../trail/trail.queries.ts';
import { closeReview } from './reviews.queries.ts';

export interface Change {
  /** The row of the song or video, locked by the caller. */
  row: MediaRow;
  events: PublicationEvent[];
  actorId: string;
  /** The reviewer's comment or reason; undefined leaves the present one. */
  words?: string | null | undefined;
  /** Whether the owner gets a mail when there is a verdict. */
  notify: boolean;
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
  const { row, actorId, notify } = change;
  const wasOpen = isUnderReview(before);
  const isOpen = isUnderReview(after);
  const words = change.words ?? null;
  const mediaId = row.id;
  const by = actorId === row.musician_id ? 'owner' : { userId: actorId };
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
    const kind = before.verdict === null ? 'judged' : 'changed';
    await recordFact(tx, { mediaId, by: { userId: actorId }, fact: { kind, outcome }, secret: { scores } });
  }
  if (notify && isJudged) await mailVerdict(app, tx, row.id, reviewId);
}

/** Whether the song or video counts towards its musician's badge. */
export const countsForChef = (media: Publication): boolean =>
  media.published && media.verdict === 'curated' && media.scores !== null && reaches(media.scores, PIN);

function stateAfter(before: Publication, events: readonly PublicationEvent[]): Publication {
  let state = before;
  for (const event of events) {
    const next = nextPublication(state, event);
    if (isRefusal(next)) throw refusalError(next);
    state = next;
  }
  return state;
}

const sameScores = ({ scores: one }: Publication, { scores: other }: Publication): boolean =>
  one?.storytelling === other?.storytelling &&
  one?.execution === other?.execution &&
  one?.thumbnailArt === other?.thumbnailArt;

const STATUS = { invalid: 400, forbidden: 403, conflict: 409 } as const;

const refusalError = ({ refused, field, message }: Refusal): HttpError =>
  new HttpError(STATUS[refused], message, [{ field, code: refused, message }]);
