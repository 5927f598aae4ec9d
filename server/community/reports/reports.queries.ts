import type { ReportState, ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import type { Excerpt, ReportReason } from '@scoville/contract/community/reports/reports.ts';
import type { Claimant } from './takedowns.queries.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { containsPattern, startsWithPattern } from '../../platform/db/like.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { type Named, matchesName, readByName } from '../../accounts/users/names.queries.ts';

export interface CaseRow {
  id: string;
  subject_kind: ReportSubject;
  subject_id: string;
  reported_id: string;
  reported_name: string | null;
  state: ReportState;
  excerpt: Excerpt;
  created_at: Date;
  changed_at: Date;
  decider_name: string | null;
  decision_reason: string | null;
  counter_notice: string | null;
  reasons: ReportReason[];
  reports: number;
}

export interface ReportRow {
  id: string;
  reporter_id: string | null;
  claimant: Claimant | null;
  reporter_name: string | null;
  reason: ReportReason;
  words: string;
  excerpt: Excerpt | null;
  created_at: Date;
}

const columns = (db: Db) => db`
  c.id, c.subject_kind, c.subject_id, c.reported_id, u.display_name as reported_name, c.state, c.excerpt, c.created_at,
  c.changed_at, d.display_name as decider_name, c.decision_reason, c.counter_notice, said.reasons, said.reports`;
const joins = (db: Db) => db`
  left join users u on u.id = c.reported_id and u.deleted_at is null
  left join users d on d.id = c.decided_by
  cross join lateral (
    select coalesce(array_agg(reason order by n desc, reason), '{}') as reasons, coalesce(sum(n), 0)::int as reports
    from (select reason, count(*) as n from reports r where r.case_id = c.id group by reason) each
  ) said`;

interface Wanted {
  waiting: boolean;
  kind: ReportSubject | undefined;
  /**
   * A part of the title of the reported item, words of its owner's or a reporter's name, or the beginning of a
   * claimant's name.
   */
  q: string | undefined;
}

/** Cases by filters and words. A union, because each kind of match has its own index, which an "or" wouldn't use. */
const foundCases = (db: Db, { waiting, kind, q }: Wanted, named: Named | null) => {
  const matches = db`c.is_waiting = ${waiting} ${kind === undefined ? db`` : db`and c.subject_kind = ${kind}`}`;
  if (!q || named === null) return db`select c.id, c.changed_at from report_cases c where ${matches}`;
  const words = q.toLowerCase();
  return db`
    select c.id, c.changed_at from report_cases c
    where lower(c.excerpt ->> 'title') like ${containsPattern(words)} and ${matches}
    union select c.id, c.changed_at from account_names n join report_cases c on c.reported_id = n.user_id
    where ${matchesName(db, named)} and ${matches}
    union select c.id, c.changed_at from account_names n
    join reports r on r.reporter_id = n.user_id join report_cases c on c.id = r.case_id
    where ${matchesName(db, named)} and ${matches}
    union select c.id, c.changed_at from reports r join report_cases c on c.id = r.case_id
    where r.claimant is not null and lower(r.claimant ->> 'name') like ${startsWithPattern(words)} and ${matches}`;
};

/** One page of the queue: waiting cases, the longest waiting first, or decided ones, the latest first. */
export const listCases = (
  db: Db,
  wanted: Wanted,
  slice: Slice<TimePlace>,
): Promise<{ rows: CaseRow[]; total: number }> =>
  wanted.q
    ? readByName(db, wanted.q, (named) => readCases(db, wanted, named, slice))
    : readCases(db, wanted, null, slice);

async function readCases(
  db: Db,
  wanted: Wanted,
  named: Named | null,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: CaseRow[]; total: number }> {
  const { waiting } = wanted;
  const direction = waiting ? db`asc` : db`desc`;
  const found = foundCases(db, wanted, named);
  const beyond =
    after === null
      ? db``
      : db`where (changed_at, id) ${waiting ? db`>` : db`<`} (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const rows = await db<CaseRow[]>`
    with page as (
      select id from (${found}) found ${beyond}
      order by changed_at ${direction}, id ${direction} limit ${limit} offset ${skip})
    select ${columns(db)} from page join report_cases c on c.id = page.id ${joins(db)}
    order by c.changed_at ${direction}, c.id ${direction}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from (${found}) found`;
  return { rows, total: count?.n ?? 0 };
}

export async function findCase(db: Db, id: string): Promise<CaseRow | null> {
  const [row] = await db<CaseRow[]>`select ${columns(db)} from report_cases c ${joins(db)} where c.id = ${id}`;
  return row ?? null;
}

/** Reads a case, and keeps others from changing it until the transaction ends. */
export async function lockCase(tx: Tx, id: string): Promise<CaseRow | null> {
  const locked = await tx`select 1 from report_cases where id = ${id} for update`;
  return locked.length === 0 ? null : findCase(tx, id);
}

/** The first hundred reports of a case, oldest first. */
export const listReports = (db: Db, caseId: string): Promise<ReportRow[]> =>
  db<ReportRow[]>`
    select r.id, r.reporter_id, r.claimant, u.display_name as reporter_name, r.reason, r.words, r.excerpt, r.created_at
    from reports r left join users u on u.id = r.reporter_id and u.deleted_at is null
    where r.case_id = ${caseId} order by r.created_at, r.id limit 100`;

export interface ReporterRow {
  /** Id of the report. */
  id: string;
  /** Null for a takedown request without an account. */
  userId: string | null;
  name: string;
  email: string;
}

/** One page of the people to notify of the decision: members who reported, and people who requested a takedown. */
export const listReporters = (
  db: Db,
  { caseId, after, limit }: { caseId: string; after: string | null; limit: number },
): Promise<ReporterRow[]> =>
  db<ReporterRow[]>`
    select r.id, u.id as "userId", coalesce(u.display_name, r.claimant ->> 'name') as name, coalesce(u.email, r.claimant ->> 'email') as email
    from reports r left join users u on u.id = r.reporter_id
    where r.case_id = ${caseId} and u.deleted_at is null ${after === null ? db`` : db`and r.id > ${after}`}
    order by r.id limit ${limit}`;

interface NewCase {
  id: string;
  subject: { kind: ReportSubject; id: string };
  reportedId: string;
  excerpt: Excerpt;
}

/** How often a case may be decided between the insert and the lock. Each time takes an administrator. */
const DECIDED_MEANWHILE = 5;

/**
 * The waiting case of a subject, created if there is none, and locked until the transaction ends. If the case is being
 * decided, this waits for the decision and then opens a new case.
 */
export async function lockCaseOf(
  tx: Tx,
  { id, subject, reportedId, excerpt }: NewCase,
): Promise<{ id: string; excerpt: Excerpt }> {
  for (let attempt = 0; attempt < DECIDED_MEANWHILE; attempt += 1) {
    await tx`
      insert into report_cases (id, subject_kind, subject_id, reported_id, excerpt)
      values (${id}, ${subject.kind}, ${subject.id}, ${reportedId}, ${tx.json(excerpt)})
      on conflict (subject_kind, subject_id) where is_waiting do nothing`;
    const [row] = await tx<{ id: string; excerpt: Excerpt }[]>`
      select id, excerpt from report_cases
      where subject_kind = ${subject.kind} and subject_id = ${subject.id} and is_waiting for update`;
    if (row !== undefined) return row;
  }
  throw conflict('This was decided at the same moment. Please report it again.');
}

/**
 * Moves the reports of a case to another case of the same subject, and deletes the first case. If a person reported in
 * both, the report of the case being deleted is kept, because it is the later one.
 */
export async function mergeCase(tx: Tx, fromId: string, intoId: string): Promise<void> {
  await tx`
    delete from reports old using reports new
    where old.case_id = ${intoId} and new.case_id = ${fromId}
      and (old.reporter_id = new.reporter_id or lower(old.claimant ->> 'email') = lower(new.claimant ->> 'email'))`;
  await tx`
    update reports r set case_id = into_case.id,
      excerpt = coalesce(r.excerpt, nullif(from_case.excerpt, into_case.excerpt))
    from report_cases from_case, report_cases into_case
    where r.case_id = ${fromId} and from_case.id = ${fromId} and into_case.id = ${intoId}`;
  await tx`delete from report_cases where id = ${fromId}`;
}

interface NewReport {
  id: string;
  caseId: string;
  reporterId: string;
  reason: ReportReason;
  words: string;
  /** Null if it equals the excerpt of the case. */
  excerpt: Excerpt | null;
}

/** Stores a report: one per account and case, so a repeated report replaces the first. */
export async function writeReport(
  tx: Tx,
  { id, caseId, reporterId, reason, words, excerpt }: NewReport,
): Promise<void> {
  await tx`
    insert into reports (id, case_id, reporter_id, reason, words, excerpt)
    values (${id}, ${caseId}, ${reporterId}, ${reason}, ${words}, ${excerpt === null ? null : tx.json(excerpt)})
    on conflict (case_id, reporter_id) do update set
      reason = excluded.reason, words = excluded.words, excerpt = excluded.excerpt`;
}

/** Whether this account has reported the subject in a waiting case. */
export async function hasReported(db: Db, reporterId: string, kind: ReportSubject, id: string): Promise<boolean> {
  const rows = await db`
    select 1 from report_cases c join reports r on r.case_id = c.id and r.reporter_id = ${reporterId}
    where c.subject_kind = ${kind} and c.subject_id = ${id} and c.is_waiting`;
  return rows.length > 0;
}

export async function writeDecision(
  tx: Tx,
  id: string,
  { state, by, reason }: { state: ReportState; by: string; reason: string },
): Promise<void> {
  await tx`
    update report_cases set state = ${state}, decided_by = ${by}, decision_reason = ${reason}, changed_at = now()
    where id = ${id}`;
}

/** Days for which decided cases are kept. */
const KEPT_DAYS = 365;

/** Deletes cases that were decided long ago, except for media items still taken down, which may be reinstated. */
export async function deleteOldCases(db: Db): Promise<void> {
  await db`
    delete from report_cases c where not is_waiting and changed_at < now() - make_interval(days => ${KEPT_DAYS})
      and not exists (
        select 1 from media m where c.subject_kind = 'media' and m.id = c.subject_id and m.taken_down_at is not null
      )`;
}
