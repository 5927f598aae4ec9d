import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { OpenReview } from './draw-for-review.ts';

/** An open review with the promise to its musician. */
export interface PromisedReview extends OpenReview {
  openedAt: Date;
  promisedBy: Date;
  hastened: boolean;
  promiseStep: number;
  now: Date;
}

const columns = (db: Db) => db`
  r.id, r.media_id as "mediaId", r.reviewer_id as "reviewerId", m.musician_id as "musicianId", r.earlier, r.draws, r.second,
  r.opened_at as "openedAt", r.promised_by as "promisedBy", r.hastened, r.promise_step as "promiseStep", now() as now`;

/** Ids of open reviews whose next step is due, the most urgent first. */
export const findDueSteps = (db: Db, limit: number): Promise<{ id: string }[]> =>
  db<{ id: string }[]>`
    select id from reviews where decided_at is null and next_step_at <= now() order by next_step_at limit ${limit}`;

/**
 * Locks a review whose next step is due, and its media item. Null if somebody else holds one of the locks or has taken
 * the step.
 */
export async function lockDueStep(tx: Tx, id: string): Promise<PromisedReview | null> {
  const [row] = await tx<PromisedReview[]>`
    select ${columns(tx)} from reviews r join media m on m.id = r.media_id
    where r.id = ${id} and r.decided_at is null and r.next_step_at <= now()
    for update of r skip locked for key share of m skip locked`;
  return row ?? null;
}

/** Locks the open review of a media item if its promise is broken and nobody has noticed. The caller locked the item. */
export async function lockBroken(tx: Tx, mediaId: string): Promise<PromisedReview | null> {
  const [row] = await tx<PromisedReview[]>`
    select ${columns(tx)} from reviews r join media m on m.id = r.media_id
    where r.media_id = ${mediaId} and r.decided_at is null and r.promised_by <= now() and r.next_step_at is not null
    for update of r`;
  return row ?? null;
}

/** Stores that a step was taken, and when the next one is due. */
export async function writeStep(tx: Tx, id: string, step: number, next: Date | null): Promise<void> {
  await tx`update reviews set promise_step = ${step}, next_step_at = ${next} where id = ${id}`;
}

/** Stores until when a verdict is promised, and when the first step to keep the promise is due. */
export async function writePromise(
  tx: Tx,
  id: string,
  { promisedBy, nextStepAt, hastened }: { promisedBy: Date; nextStepAt: Date; hastened: boolean },
): Promise<void> {
  await tx`
    update reviews set promised_by = ${promisedBy}, due_at = ${promisedBy}, next_step_at = ${nextStepAt},
      hastened = ${hastened} where id = ${id}`;
}

/** Grants a compensation once for a review; false if it was granted before. */
export async function insertCompensation(
  tx: Tx,
  { reviewId, userId, kind }: { reviewId: string; userId: string; kind: 'upload' | 'priority' },
): Promise<boolean> {
  const rows = await tx`
    insert into compensations (id, user_id, review_id, kind) values (${newId()}, ${userId}, ${reviewId}, ${kind})
    on conflict (review_id) do nothing returning id`;
  return rows.length > 0;
}

/** Uses the musician's oldest right to a faster review, if there is one. */
export async function takePriority(tx: Tx, userId: string, reviewId: string): Promise<boolean> {
  const rows = await tx`
    update compensations set used_for_review = ${reviewId} where id = (
      select id from compensations where user_id = ${userId} and kind = 'priority' and used_for_review is null
      order by granted_at limit 1 for update skip locked)
    returning id`;
  return rows.length > 0;
}

/** Gives back the right to a faster review if the review ended without a verdict. */
export async function returnPriority(tx: Tx, reviewId: string): Promise<void> {
  await tx`update compensations set used_for_review = null where used_for_review = ${reviewId}`;
}

/** The plan of an account. */
export async function findPlan(db: Db, userId: string): Promise<string> {
  const [row] = await db<{ plan: string }[]>`select plan from users where id = ${userId}`;
  return row?.plan ?? '';
}

/** Administrators, who are asked when a review is about to be late. */
export const findAdministrators = (db: Db, limit: number): Promise<{ id: string }[]> =>
  db<{ id: string }[]>`select id from users where role = 'admin' and deleted_at is null order by id limit ${limit}`;
