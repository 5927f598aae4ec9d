import type { Env } from '../../platform/env.ts';
import type { Db } from '../../platform/db/connection.ts';

export interface Backlog {
  /** Number of reviews without a verdict. */
  waiting: number;
  /** The verdicts of the last day or, if they are more, the mean of seven days. */
  verdictsPerDay: number;
}

/** Fewer verdicts in a day say nothing about the time that others take. */
const LEAST_VERDICTS = 3;

/** The expected wait is longer for some than for others, so so much more is promised. */
const RESERVE = 1.25;

/** The longest promise in hours. */
const LONGEST = 30 * 24;

/**
 * The hours that are promised for a submission: REVIEW_PROMISE_HOURS, unless what waits would take longer than that. The
 * expected wait follows from Little's law: what waits, divided by what is decided in an hour.
 */
export function promisedHours(
  { REVIEW_PROMISE_HOURS, REVIEW_BUSY_HOURS }: Pick<Env, 'REVIEW_PROMISE_HOURS' | 'REVIEW_BUSY_HOURS'>,
  { waiting, verdictsPerDay }: Backlog,
): number {
  if (verdictsPerDay < LEAST_VERDICTS) return REVIEW_PROMISE_HOURS;
  const expected = (waiting / verdictsPerDay) * 24;
  if (expected <= REVIEW_PROMISE_HOURS || REVIEW_BUSY_HOURS <= REVIEW_PROMISE_HOURS) return REVIEW_PROMISE_HOURS;
  return Math.min(LONGEST, Math.max(REVIEW_BUSY_HOURS, Math.ceil((expected * RESERVE) / 24) * 24));
}

/** The backlog as it was counted last. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const [row] = await db<Backlog[]>`select waiting, verdicts_per_day as "verdictsPerDay" from review_backlog`;
  return row!;
}

export async function countBacklog(db: Db): Promise<void> {
  await db`
    update review_backlog set counted_at = now(),
      waiting = (select count(*) from reviews where decided_at is null),
      verdicts_per_day = (
        select greatest(count(*) filter (where decided_at > now() - interval '1 day'), count(*) / 7.0) from reviews
        where opened_at is not null and outcome in ('curated', 'rejected') and decided_at > now() - interval '7 days')`;
}
