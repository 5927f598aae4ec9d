import { STEPS, type Step } from '@scoville/contract/community/profiles/getting-started.ts';
import type { Db } from '../../platform/db/connection.ts';

/**
 * Which first steps of a musician are done, in their order; none for listeners, for whoever closed them, and once all were
 * done: that is kept, so that nobody who unpublishes later is a beginner again.
 * @param verifies addresses are confirmed here; where no mail is sent nobody can, and it is no step
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

/** Shows an account its first steps no more. */
export async function endFirstSteps(db: Db, userId: string): Promise<void> {
  await db`update users set first_steps_closed_at = now() where id = ${userId} and first_steps_closed_at is null`;
}
