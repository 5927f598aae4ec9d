import type { Placement } from '@scoville/contract/catalogue/media/publication.ts';
import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

/** Why a second reading is drawn: the first was near the border of a band, or by lot. */
export type Second = 'border' | 'random';

/** What a reviewer gave for a submission. */
export interface Reading {
  /** Null if the account was deleted. */
  reviewerId: string | null;
  scores: Scores;
  words: string | null;
  placement: Placement;
}

export interface NewReading extends Reading {
  mediaId: string;
  reviewId: string;
  /** The file that was heard. */
  sourceId: string;
  reviewerId: string;
  purpose: 'first' | Second;
  /** Whether the reviewer was drawn for the review. */
  drawn: boolean;
}

export async function insertReading(tx: Tx, reading: NewReading): Promise<void> {
  const { mediaId, reviewId, sourceId, reviewerId, purpose, drawn, scores, words, placement } = reading;
  await tx`
    insert into readings (id, media_id, review_id, source_id, reviewer_id, purpose, drawn, storytelling, execution,
      thumbnail_art, words, genre_id, mood_id, perfectly_seasoned)
    values (${newId()}, ${mediaId}, ${reviewId}, ${sourceId}, ${reviewerId}, ${purpose}, ${drawn}, ${scores.storytelling},
      ${scores.execution}, ${scores.thumbnailArt}, ${words}, ${placement.genre ?? null}, ${placement.mood ?? null},
      ${placement.allowPerfectlySeasoned ?? null})`;
}

/**
 * The readings `g` of a media item's present file that no verdict has used yet. Those of a review that the owner
 * withdrew count as well, so that nobody gets another first reviewer by submitting again.
 */
const isCounted = (db: Db) => db`
  g.source_id = m.source_id
    and exists (select 1 from reviews r where r.id = g.review_id and (r.decided_at is null or r.outcome = 'withdrawn'))
    and not exists (select 1 from reviews r
      where r.media_id = m.id and r.outcome in ('curated', 'rejected') and r.decided_at >= g.given_at)`;

/** The readings that count for the verdict of an open review, the first one first. */
export async function findCountedReadings(tx: Tx, mediaId: string): Promise<Reading[]> {
  const rows = await tx<
    (Scores & {
      reviewerId: string | null;
      words: string | null;
      genre: string | null;
      mood: string | null;
      seasoned: boolean | null;
    })[]
  >`
    select g.reviewer_id as "reviewerId", g.storytelling, g.execution, g.thumbnail_art as "thumbnailArt", g.words,
      g.genre_id as genre, g.mood_id as mood, g.perfectly_seasoned as seasoned
    from readings g join media m on m.id = g.media_id
    where g.media_id = ${mediaId} and ${isCounted(tx)} order by g.given_at, g.id`;
  return rows.map(({ reviewerId, words, genre, mood, seasoned, ...scores }) => ({
    reviewerId,
    scores,
    words,
    placement: {
      ...(genre !== null && { genre }),
      ...(mood !== null && { mood }),
      ...(seasoned !== null && { allowPerfectlySeasoned: seasoned }),
    },
  }));
}

/** An open review, as far as readings need it. */
export interface ReadReview {
  id: string;
  reviewerId: string | null;
  earlier: string[];
  draws: number;
  second: Second | null;
  openedAt: Date;
  /** Null for reviews from before there was a promise. */
  promisedBy: Date | null;
  /** Whether others are asked early. */
  hastened: boolean;
  now: Date;
}

/** Locks the open review of a media item whose lock the caller holds; null without one. */
export async function lockOpenReview(tx: Tx, mediaId: string): Promise<ReadReview | null> {
  const [row] = await tx<ReadReview[]>`
    select id, reviewer_id as "reviewerId", earlier, draws, second, opened_at as "openedAt", promised_by as "promisedBy",
      hastened, now() as now
    from reviews where media_id = ${mediaId} and decided_at is null for update`;
  return row ?? null;
}

interface HeldReview {
  id: string;
  second: Second;
  /** Who gave the first reading, and is not drawn for the second. */
  reader: string;
  /** When the first reading decides, if there is no second one. */
  settleAt: Date;
}

/** Stores that an open review waits for a second reading. */
export async function writeSecond(tx: Tx, { id, second, reader, settleAt }: HeldReview): Promise<void> {
  await tx`
    update reviews set second = ${second}, next_step_at = least(next_step_at, ${settleAt}),
      earlier = case when ${reader} = any(earlier) then earlier else array_append(earlier, ${reader}) end
    where id = ${id}`;
}

/** Stores that no reading counts for an open review, because its file was replaced. */
export async function clearSecond(tx: Tx, id: string): Promise<void> {
  await tx`
    update reviews set second = null, next_step_at = case when next_step_at is not null then promised_by end
    where id = ${id}`;
}

/** Who had a review before, and why it needs a second reading. */
type TakenUp = Pick<ReadReview, 'earlier' | 'second'>;

/**
 * Lets a review that was just opened continue with the first reading of one that its owner withdrew, if there is one.
 */
export async function takeUpReadings(tx: Tx, { id, mediaId }: { id: string; mediaId: string }): Promise<TakenUp> {
  const [row] = await tx<TakenUp[]>`
    update reviews set second = found.second, earlier = found.readers
    from (
      select max(before.second) as second, array_agg(g.reviewer_id) filter (where g.reviewer_id is not null) as readers
      from readings g join media m on m.id = g.media_id join reviews before on before.id = g.review_id
      where g.media_id = ${mediaId} and ${isCounted(tx)}) found
    where reviews.id = ${id} and found.readers is not null
    returning earlier, reviews.second`;
  return row ?? { earlier: [], second: null };
}
