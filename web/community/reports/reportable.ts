import type { ReportSubject } from '@scoville/contract/community/reports/report-state.ts';

export interface Reportable {
  kind: ReportSubject;
  id: string;
  /** The account that owns the reported item, and therefore can't report it. */
  ownerId: string;
}
