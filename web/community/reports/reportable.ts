import type { ReportSubject } from '@scoville/contract/community/reports/report-state.ts';

export interface Reportable {
  kind: ReportSubject;
  id: string;
  /** Its owner can't report it. */
  ownerId: string;
}
