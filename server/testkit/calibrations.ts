import type { Db } from '../platform/db/connection.ts';
import { SERIES } from '../review/calibration/calibration.queries.ts';

interface Given {
  /** By default what is known of reviewers without readings. */
  userId?: string;
  severity?: number;
  /** Squared points. */
  severityVariance: number;
  errorVariance: number;
}

/** Makes a calibration with the same numbers for all sub-scores. */
export async function insertCalibration(
  db: Db,
  { userId, severity = 0, severityVariance, errorVariance }: Given,
): Promise<void> {
  const [severitySd, errorSd] = [Math.sqrt(severityVariance), Math.sqrt(errorVariance)];
  for (const series of SERIES) {
    await db`
      insert into calibration (series, mean, item_sd, severity_sd, error_sd, readings, pairs)
      values (${series}, 65, 12, ${severitySd}, ${errorSd}, 100, 10) on conflict do nothing`;
    if (userId !== undefined)
      await db`
        insert into reviewer_calibration (user_id, series, severity, severity_se, spread, readings)
        values (${userId}, ${series}, ${severity}, ${severitySd}, ${errorSd}, 100)`;
  }
}
