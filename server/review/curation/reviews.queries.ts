import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

export interface Reviewer {
  id: string;
  email: string;
  displayName: string;
}

/** The address and name of a reviewer who was just drawn. */
export async function findReviewer(db: Db, id: string): Promise<Reviewer> {
  const [row] = await db<Reviewer[]>`
    select id, email, display_name as "displayName" from users where id = ${id}`;
  if (row === undefined) throw new Error(`The reviewer ${id} is gone.`);
  return row;
}

/**
 * Opens the review of a song or video that was just submitted, without a reviewer and a promise; returns when the song
 * or video was first submitted, too. Throws when a review is already open.
 */
export async function openReview(tx: Db, mediaId: string): Promise<{ id: string; openedAt: Date; submittedAt: Date }> {
  const [row] = await tx<{ id: string; openedAt: Date; submittedAt: Date }[]>`
    insert into reviews (id, media_id, submitted_at, opened_at, due_at)
    select ${newId()}, m.id, coalesce(m.first_submitted_at, now()), now(), now()
    from media m where m.id = ${mediaId}
    returning id, opened_at as "openedAt", submitted_at as "submittedAt"`;
  if (row === undefined) throw new Error(`The media ${mediaId} is gone.`);
  return row;
}

/**
 * Gives an open review to a drawn reviewer, or takes it from its reviewer; returns when the verdict is due.
 * @param hours in which the verdict is due from now on, unless it was promised earlier; undefined leaves the review's
 *   time
 */
export async function assignReviewer(
  tx: Db,
  { reviewId, reviewerId, hours }: { reviewId: string; reviewerId: string | null; hours: number | undefined },
): Promise<Date> {
  const [row] = await tx<{ dueAt: Date }[]>`
    update reviews set reviewer_id = ${reviewerId}, drawn_at = now(), draws = draws + ${reviewerId === null ? 0 : 1},
      earlier = case when reviewer_id is null then earlier else array_append(earlier, reviewer_id) end,
      due_at = case
        when ${hours === undefined} then due_at
        when promised_by > now() then promised_by
        else now() + make_interval(hours => ${hours ?? 0}) end
    where id = ${reviewId} returning due_at as "dueAt"`;
  if (row === undefined) throw new Error(`The review ${reviewId} is gone.`);
  return row.dueAt;
}

export interface Decision {
  mediaId: string;
  /** Null for a reviewer whose account was deleted. */
  actorId: string | null;
  outcome: 'curated' | 'rejected' | 'withdrawn';
  scores: Scores | null;
  words: string | null;
}

/** Closes the open review or, if there is none, adds a row for the decision; returns the row's id. */
export async function closeReview(tx: Db, decision: Decision): Promise<string> {
  const { mediaId, actorId, outcome, scores, words } = decision;
  const { storytelling = null, execution = null, thumbnailArt = null } = scores ?? {};
  const [closed] = await tx<{ id: string }[]>`
    update reviews set decided_at = now(), decided_by = ${actorId}, outcome = ${outcome}, storytelling = ${storytelling},
      execution = ${execution}, thumbnail_art = ${thumbnailArt}, words = ${words}
    where media_id = ${mediaId} and decided_at is null returning id`;
  if (closed !== undefined) return closed.id;
  const id = newId();
  await tx`
    insert into reviews (id, media_id, reviewer_id, submitted_at, due_at, decided_at, decided_by, outcome, storytelling,
      execution, thumbnail_art, words)
    values (${id}, ${mediaId}, ${actorId}, now(), now(), now(), ${actorId}, ${outcome}, ${storytelling}, ${execution},
      ${thumbnailArt}, ${words})`;
  return id;
}
