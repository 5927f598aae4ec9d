import type { Severity } from '@scoville/contract/review/readings/published.ts';
import type { Db } from '../../platform/db/connection.ts';

/** What is known about a reviewer's scores. */
export interface Calibration {
  severity: Severity;
  /** Variance of the estimate of the severity of the mean of the three sub-scores, in squared points. */
  severityVariance: number;
  /** Variance of the mean of the three sub-scores of one reading, in squared points. */
  errorVariance: number;
}

/** The calibrations of these reviewers; empty while there is none. */
export const readCalibrations = (_db: Db, _reviewerIds: readonly string[]): Promise<Map<string, Calibration>> =>
  Promise.resolve(new Map());
