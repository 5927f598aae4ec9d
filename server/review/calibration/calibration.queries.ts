import { SUB_SCORES, type Scores } from '@scoville/contract/catalogue/media/scores.ts';
import { NO_SEVERITY, type Severity } from '@scoville/contract/review/readings/published.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** What is known about a reviewer's scores. */
export interface Calibration {
  severity: Severity;
  /** Variance of the estimate of the severity of the mean of the three sub-scores, in squared points. */
  severityVariance: number;
  /** Variance of the mean of the three sub-scores of one reading, in squared points. */
  errorVariance: number;
}

/** A sub-score, or the mean of the three. */
export const SERIES = [...SUB_SCORES, 'average'] as const;
export type Series = (typeof SERIES)[number];

/**
 * The calibrations of these reviewers; empty while the installation has none. A reviewer without readings is like the
 * average one, and less is known about their severity.
 */
export async function readCalibrations(db: Db, reviewerIds: readonly string[]): Promise<Map<string, Calibration>> {
  const rows = await db<{ id: string; series: Series; severity: number; uncertainty: number; spread: number }[]>`
    select wanted.id, c.series, coalesce(r.severity, 0) as severity, coalesce(r.severity_se, c.severity_sd) as uncertainty,
      coalesce(r.spread, c.error_sd) as spread
    from unnest(${[...reviewerIds]}::uuid[]) wanted(id) cross join calibration c
    left join reviewer_calibration r on r.user_id = wanted.id and r.series = c.series`;
  const calibrations = new Map<string, Calibration>();
  for (const { id, series, severity, uncertainty, spread } of rows) {
    const known = calibrations.get(id) ?? { severity: { ...NO_SEVERITY }, severityVariance: 0, errorVariance: 0 };
    if (series === 'average') Object.assign(known, { severityVariance: uncertainty ** 2, errorVariance: spread ** 2 });
    else known.severity[series] = severity;
    calibrations.set(id, known);
  }
  return calibrations;
}

/** A reading by a drawn reviewer. */
export interface DrawnReading extends Scores {
  reviewerId: string;
  /** The file that was read. */
  sourceId: string;
  /** Days since it was given. */
  age: number;
}

const BATCH = 5000;

/**
 * All readings by reviewers who were drawn, some thousands at a time. Reviewers who chose a submission themselves may
 * have chosen by its quality.
 */
export const readDrawnReadings = (db: Db): AsyncIterable<DrawnReading[]> =>
  db<DrawnReading[]>`
    select reviewer_id as "reviewerId", source_id as "sourceId", storytelling, execution, thumbnail_art as "thumbnailArt",
      extract(epoch from now() - given_at)::float8 / 86400 as age
    from readings where drawn and reviewer_id is not null`.cursor(BATCH);

/** Whether readings were given since the last fit, and how many by drawn reviewers there are in all, up to a limit. */
export async function findNewReadings(db: Db, limit: number): Promise<{ isNew: boolean; drawn: number }> {
  const [row] = await db<{ isNew: boolean; drawn: number }[]>`
    select exists (select 1 from readings where given_at > coalesce((select max(fitted_at) from calibration), '-infinity')) as "isNew",
      (select count(*)::int from (
        select 1 from readings where drawn and reviewer_id is not null limit ${limit}) found) as drawn`;
  return row!;
}

/** What one series says. */
export interface FittedSeries {
  series: Series;
  mean: number;
  itemSd: number;
  severitySd: number;
  errorSd: number;
  readings: number;
  pairs: number;
  reviewers: { id: string; severity: number; severitySe: number; spread: number; readings: number }[];
}

const ROWS = 2000;

/** Replaces all calibrations. Accounts that were deleted meanwhile are left out. */
export async function writeCalibrations(tx: Tx, all: readonly FittedSeries[], readUntil: Date): Promise<void> {
  await tx`lock table calibration in exclusive mode`;
  await tx`delete from reviewer_calibration`;
  await tx`delete from calibration`;
  for (const { series, mean, itemSd, severitySd, errorSd, readings, pairs, reviewers } of all) {
    await tx`
      insert into calibration (series, mean, item_sd, severity_sd, error_sd, readings, pairs, fitted_at)
      values (${series}, ${mean}, ${itemSd}, ${severitySd}, ${errorSd}, ${readings}, ${pairs}, ${readUntil})`;
    for (let from = 0; from < reviewers.length; from += ROWS) {
      const some = JSON.stringify(reviewers.slice(from, from + ROWS));
      await tx`
        insert into reviewer_calibration (user_id, series, severity, severity_se, spread, readings)
        select r.id, ${series}, r.severity, r."severitySe", r.spread, r.readings
        from json_to_recordset(${some}::text::json) as r(id uuid, severity real, "severitySe" real, spread real, readings int)
        join users u on u.id = r.id`;
    }
  }
  await tx`
    insert into reviewer_calibration_weeks (user_id, week, severity, severity_se, readings)
    select user_id, date_trunc('week', now())::date, severity, severity_se, readings
    from reviewer_calibration where series = 'average'
    on conflict (user_id, week) do update set severity = excluded.severity, severity_se = excluded.severity_se,
      readings = excluded.readings`;
}
