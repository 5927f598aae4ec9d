import { decisionsOf } from '@scoville/contract/community/reports/report-state.ts';
import type { ReportCase } from '@scoville/contract/community/reports/reports.ts';
import type { CaseRow } from './reports.queries.ts';

/** @param isForOthers the viewer must leave the decision to others */
export const presentCase = (row: CaseRow, isForOthers: boolean): ReportCase => ({
  id: row.id,
  subject: { kind: row.subject_kind, id: row.subject_id },
  state: row.state,
  reported: { id: row.reported_id, name: row.reported_name },
  excerpt: row.excerpt,
  reasons: row.reasons,
  reports: row.reports,
  createdOn: row.created_at.toISOString(),
  changedOn: row.changed_at.toISOString(),
  decision: row.decision_reason === null ? null : { by: row.decider_name, reason: row.decision_reason },
  counterNotice: row.counter_notice,
  can: isForOthers ? [] : [...decisionsOf({ subject: row.subject_kind, state: row.state })],
});
