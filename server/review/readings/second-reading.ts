import { randomInt } from 'node:crypto';
import { type CountedReading, correctedAverage, isNearBorder } from '@scoville/contract/review/readings/published.ts';
import type { Env } from '../../platform/env.ts';
import type { Calibration } from '../calibration/calibration.queries.ts';
import type { Second } from './readings.queries.ts';

type Settings = Pick<Env, 'REVIEW_SECOND_MARGIN' | 'REVIEW_SECOND_SHARE'>;

/**
 * How far from a border the average of one reading may be and still be on the other side, in points: a multiple of the
 * standard deviation of what is not known about it, the reviewer's spread and the error of the reviewer's severity.
 */
export const marginOf = (
  { REVIEW_SECOND_MARGIN: times }: Settings,
  { severityVariance, errorVariance }: Calibration,
): number => times * Math.sqrt(severityVariance + errorVariance);

const WHOLE = 1_000_000;

/**
 * Why a first reading needs a second one; null if it doesn't. Without a calibration, nothing is known about the
 * reviewers' uncertainty, and there are no second readings.
 * @param lot a random whole number from 0 to 999,999. It doesn't come from the day's seed, because a second reading must
 *   not be foreseen.
 */
export function secondFor(
  settings: Settings,
  reading: CountedReading,
  calibration: Calibration | undefined,
  lot = randomInt(WHOLE),
): Second | null {
  if (calibration === undefined) return null;
  if (isNearBorder(correctedAverage(reading), marginOf(settings, calibration))) return 'border';
  return lot < settings.REVIEW_SECOND_SHARE * WHOLE ? 'random' : null;
}
