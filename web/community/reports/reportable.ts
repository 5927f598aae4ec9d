import type { ReportSubject } from '@scoville/contract/report-state.ts';

export interface Reportable {
  kind: ReportSubject;
  id: string;
  /** Its owner can't report it. */
  ownerId: string;
}
