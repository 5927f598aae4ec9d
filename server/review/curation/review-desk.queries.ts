import { REVIEW_DESK_DAYS, SEVERITY_WEEKS } from '@scoville/contract/review/curation/review-desk.ts';
import type { Db } from '../../platform/db/connection.ts';

interface Verdicts {
  verdicts: number;
  inTime: number | null;
  rejected: number | null;
  score: number | null;
  hours: number | null;
}

interface DeskRow extends Verdicts {
  waiting: number;
  overdue: number;
  oldest: Date | null;
}

export interface DeskReviewerRow extends Verdicts {
  id: string;
  name: string;
  isCertified: boolean;
  waiting: number;
  overdue: number;
  severity: number | null;
  error: number | null;
  spread: number | null;
  earlier: number | null;
  earlierError: number | null;
}

/** More reviewers than any desk has. Those with the most waiting reviews come first. */
const MOST_REVIEWERS = 200;

/** The time by which the musician was promised a verdict, even if the review was reassigned in the meantime. */
const promised = (db: Db, hours: number) =>
  db`coalesce(r.promised_by, coalesce(r.opened_at, r.submitted_at) + make_interval(hours => ${hours}))`;

/** Figures of the verdicts of the last days: of reviews that were opened and decided, without later changes. */
const sums = (db: Db, hours: number) => db`
  count(*)::int as verdicts,
  avg((r.decided_at <= ${promised(db, hours)})::int)::float8 as "inTime",
  avg((r.outcome = 'rejected')::int)::float8 as rejected,
  avg((r.storytelling + r.execution + r.thumbnail_art) / 3.0)::float8 as score,
  (percentile_cont(0.5) within group (order by extract(epoch from r.decided_at - r.opened_at)) / 3600)::float8 as hours`;
const ofLastDays = (db: Db) => db`
  r.opened_at is not null and r.outcome in ('curated', 'rejected')
  and r.decided_at > now() - make_interval(days => ${REVIEW_DESK_DAYS})`;

/** The figures of the whole desk. */
export async function findDesk(db: Db, hours: number): Promise<DeskRow> {
  const [row] = await db<DeskRow[]>`
    select * from
      (select count(*)::int as waiting, count(*) filter (where ${promised(db, hours)} < now())::int as overdue,
        min(coalesce(r.opened_at, r.submitted_at)) as oldest
      from reviews r where r.decided_at is null) open,
      (select ${sums(db, hours)} from reviews r where ${ofLastDays(db)}) decided`;
  return row!;
}

/** All certified reviewers, and all accounts that have a review waiting or gave a verdict in these days. */
export const findDeskReviewers = (db: Db, hours: number): Promise<DeskReviewerRow[]> =>
  db<DeskReviewerRow[]>`
    with open as (
      select r.reviewer_id as id, count(*)::int as waiting,
        count(*) filter (where ${promised(db, hours)} < now())::int as overdue
      from reviews r where r.decided_at is null and r.reviewer_id is not null group by 1
    ), decided as (
      select r.decided_by as id, ${sums(db, hours)} from reviews r where ${ofLastDays(db)} group by 1
    ), found as (
      select id from users where is_curator and deleted_at is null union select id from open union select id from decided
    )
    select u.id, u.display_name as name, u.is_curator as "isCertified",
      coalesce(open.waiting, 0) as waiting, coalesce(open.overdue, 0) as overdue,
      coalesce(decided.verdicts, 0) as verdicts, decided."inTime", decided.rejected, decided.score, decided.hours,
      now.severity::float8 as severity, now.severity_se::float8 as error, now.spread::float8 as spread,
      earlier.severity::float8 as earlier, earlier.severity_se::float8 as "earlierError"
    from found join users u using (id) left join open using (id) left join decided using (id)
    left join reviewer_calibration now on now.user_id = u.id and now.series = 'average'
    left join lateral (
      select severity, severity_se from reviewer_calibration_weeks w
      where w.user_id = u.id and w.week <= (now() - make_interval(weeks => ${SEVERITY_WEEKS}))::date
      order by w.week desc limit 1) earlier on true
    where u.deleted_at is null
    order by 4 desc, verdicts desc, name, u.id limit ${MOST_REVIEWERS}`;

/** A reviewer's own figures: open reviews, and the verdicts of these days. */
export async function findOwnFigures(
  db: Db,
  userId: string,
  hours: number,
): Promise<{ open: number; verdicts: number; inTime: number | null }> {
  const [row] = await db<{ open: number; verdicts: number; inTime: number | null }[]>`
    select open, verdicts, "inTime" from
      (select count(*)::int as open from reviews r where r.decided_at is null and r.reviewer_id = ${userId}) open,
      (select ${sums(db, hours)} from reviews r where ${ofLastDays(db)} and r.decided_by = ${userId}) decided`;
  return row!;
}
