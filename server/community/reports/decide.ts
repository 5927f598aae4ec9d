import {
  type ReportDecision,
  isReportRefusal,
  nextReportState,
} from '@scoville/contract/community/reports/report-state.ts';
import type { App } from '../../platform/app-context.ts';
import { type Subject, recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { suspend } from '../suspensions/suspend.ts';
import { casesForOthers } from './cases-for-others.ts';
import { reportSubjects } from './report-subject.ts';
import { type CaseRow, findCase, lockCase, writeDecision } from './reports.queries.ts';
import { notifyReportersJob } from './reports.jobs.ts';
import type { Outcome } from './reports.template.ts';
import { notifyReported } from './notify-reported.ts';

interface Decision {
  decision: ReportDecision;
  reason: string;
  /** Length of a suspension; null until it is lifted. */
  days?: number | null | undefined;
}

/**
 * Decides a case with all its reports: carries out the decision, records it in the audit log, and notifies both sides.
 * Throws 404 for an unknown case, 403 for one about the administrator, 409 if it can't be decided like this (any more).
 */
export async function decide(
  app: App,
  tx: Tx,
  administrator: Actor,
  id: string,
  { decision, reason, days }: Decision,
): Promise<CaseRow> {
  const row = await lockCase(tx, id);
  if (row === null) throw notFound('This report');
  await administratorNow(app, tx, administrator.userId);
  const isForOthers = await casesForOthers(tx, administrator.userId);
  if (isForOthers(row)) throw forbidden('This report is about you. Another administrator decides it.');
  const state = nextReportState({ subject: row.subject_kind, state: row.state }, { type: 'decide', decision });
  if (isReportRefusal(state)) throw conflict(state.refused);
  const domain = app.domains.given(reportSubjects).find(({ kind }) => kind === row.subject_kind);
  if (decision === 'reinstate') await domain?.reinstate?.(app, tx, administrator, row.subject_id);
  if (decision === 'suspend') {
    if (days === undefined) throw invalid('days', 'Choose how long the suspension lasts.');
    await suspend(app, tx, administrator, { userId: row.reported_id, reason, days });
  }
  await writeDecision(tx, id, { state, by: administrator.userId, reason });
  await recordAct(tx, administrator, {
    act: 'decided-report',
    subject: auditSubjectOf(row),
    details: { decision: state, reason },
  });
  const outcome = state as Outcome;
  await notifyReported(app, tx, { row, outcome, reason });
  await app.queue.enqueue(tx, notifyReportersJob, { caseId: id, outcome });
  // After writing the mail, because removing a comment locks its counters until the transaction ends.
  if (decision === 'remove') await domain?.remove?.(app, tx, administrator, row.subject_id);
  const decided = await findCase(tx, id);
  if (decided === null) throw new Error('A case that was decided is not there.');
  return decided;
}

/**
 * The subject of a decision for the audit log, which is kept forever, so it leaves out an excerpt's title that is a
 * person's name.
 */
const auditSubjectOf = ({ subject_kind: kind, subject_id: id, excerpt }: CaseRow): Subject =>
  kind === 'user' || kind === 'message' ? { kind, id } : { kind, id, name: excerpt.title };
