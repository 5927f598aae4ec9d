import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import type { Db } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { isSuspended } from '../../accounts/users/suspension.queries.ts';

export interface Reviewer {
  id: string;
  email: string;
  displayName: string;
}

/**
 * Picks a random certified reviewer other than the musician, and other than `butNot` if possible; an administrator if
 * there is no such reviewer. Null when there is no administrator either.
 */
export async function pickReviewer(db: Db, musicianId: string, butNot: string | null = null): Promise<Reviewer | null> {
  const among = (group: 'is_curator' | 'admins') => db<Reviewer[]>`
    select id, email, display_name as "displayName" from users
    where ${group === 'is_curator' ? db`is_curator` : db`role = 'admin'`} and deleted_at is null and id <> ${musicianId}
      and not ${isSuspended(db, 'users.id')}
    order by id is not distinct from ${butNot}::uuid, random() limit 1`;
  return (await among('is_curator'))[0] ?? (await among('admins'))[0] ?? null;
}

/**
 * Opens the review of a song or video that was just submitted; returns when the review is due, and when the song or
 * video was first submitted. Throws when a review is already open.
 */
export async function openReview(
  tx: Db,
  { mediaId, reviewerId, hours }: { mediaId: string; reviewerId: string | null; hours: number },
): Promise<{ dueAt: Date; submittedAt: Date }> {
  const [row] = await tx<{ dueAt: Date; submittedAt: Date }[]>`
    insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at)
    select ${newId()}, m.id, ${reviewerId}, coalesce(m.first_submitted_at, now()), now(), now() + make_interval(hours => ${hours})
    from media m where m.id = ${mediaId} 
    returning due_at as "dueAt", submitted_at as "submittedAt"`;
  if (row === undefined) throw new Error(`The media ${mediaId} is gone.`);
  return row;
}

export interface Decision {
  mediaId: string;
  actorId: string;
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
