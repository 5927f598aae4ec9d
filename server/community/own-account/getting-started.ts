import { STEPS, type Step } from '@scoville/contract/community/profiles/getting-started.ts';
import type { Db } from '../../platform/db/connection.ts';

/**
 * A musician's first steps, in order, and whether each is done. Empty for listeners, if the user closed them, and after
 * all were done: that is stored, so that unpublishing later doesn't bring the steps back.
 * @param verifies whether addresses can be confirmed; without mail they can't, and the step is omitted
 */
export async function firstSteps(db: Db, userId: string, verifies: boolean): Promise<{ step: Step; done: boolean }[]> {
  const [row] = await db<Record<Step, boolean>[]>`
    select u.email_verified_at is not null as verify, u.username is not null as username,
      u.profile_image_version > 0 as picture, u.bio <> '' as bio, u.city <> '' as place,
      m.upload, m.publish, m.submit
    from users u, lateral (
      select count(*) > 0 as upload, coalesce(bool_or(published), false) as publish,
        coalesce(bool_or(first_submitted_at is not null), false) as submit
      from media where musician_id = u.id) m
    where u.id = ${userId} and u.type = 'Musician' and u.first_steps_closed_at is null`;
  if (row === undefined) return [];
  const steps = STEPS.filter((step) => verifies || step !== 'verify').map((step) => ({ step, done: row[step] }));
  if (!steps.every(({ done }) => done)) return steps;
  await endFirstSteps(db, userId);
  return [];
}

/** Hides the first steps of an account permanently. */
export async function endFirstSteps(db: Db, userId: string): Promise<void> {
  await db`update users set first_steps_closed_at = now() where id = ${userId} and first_steps_closed_at is null`;
}
