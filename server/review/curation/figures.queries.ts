import type { Db } from '../../platform/db/connection.ts';

/**
 * Counts the public figures of reviews again from the reviews themselves: the median wait for the verdicts of 30 days,
 * and the shares given within the promised time and of approvals. Equal figures aren't written, because each change
 * makes cached replies obsolete.
 * @param hours the promised time of reviews from before promises were stored
 */
export async function refreshReviewFigures(db: Db, hours: number): Promise<void> {
  await db`
    with verdicts as (
      select extract(epoch from decided_at - opened_at) / 60 as minutes, outcome = 'curated' as approved,
        decided_at <= coalesce(promised_by, opened_at + make_interval(hours => ${hours})) as in_time,
        decided_at > now() - interval '30 days' as is_recent
      from reviews
      where opened_at is not null and outcome in ('curated', 'rejected') and decided_at > now() - interval '365 days'
    ), counted as (
      select
        round(percentile_cont(0.5) within group (order by minutes) filter (where is_recent))::int as median,
        round(avg(in_time::int) filter (where is_recent), 3)::real as in_time_30,
        round(avg(in_time::int), 3)::real as in_time_365,
        round(avg(approved::int), 3)::real as approved_365
      from verdicts
    )
    update kept_figures kept set median_wait_minutes = counted.median, in_time_30 = counted.in_time_30,
      in_time_365 = counted.in_time_365, approved_365 = counted.approved_365
    from counted
    where (kept.median_wait_minutes, kept.in_time_30, kept.in_time_365, kept.approved_365)
      is distinct from (counted.median, counted.in_time_30, counted.in_time_365, counted.approved_365)`;
}
