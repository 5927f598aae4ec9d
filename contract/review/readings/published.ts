import { PIN } from '../../accounts/settings.ts';
import { APPROVAL, PERFECTLY_SEASONED, SUB_SCORES, type Scores, WELL_DONE } from '../../catalogue/media/scores.ts';

/** The points by which a reviewer scores lower than others, for each sub-score. They are added to the given scores. */
export type Severity = Record<(typeof SUB_SCORES)[number], number>;

export const NO_SEVERITY: Severity = { storytelling: 0, execution: 0, thumbnailArt: 0 };

/** The scores of a reading, and the severity of its reviewer. */
export interface CountedReading {
  scores: Scores;
  severity: Severity;
}

/** Limits of the average that decide about approval, lists and the pin. */
const BORDERS: readonly number[] = [APPROVAL, WELL_DONE, PERFECTLY_SEASONED, PIN];

/** The average of the sub-scores, corrected for severity: 0 to 100, and not rounded. */
export const correctedAverage = ({ scores, severity }: CountedReading): number =>
  clamp(SUB_SCORES.reduce((sum, name) => sum + scores[name] + severity[name], 0) / SUB_SCORES.length, 0, 100);

/** Whether an average is so near the border of a band that another reading may decide. */
export const isNearBorder = (average: number, margin: number): boolean =>
  BORDERS.some((border) => Math.abs(average - border) < margin);

/**
 * The published sub-scores: the means of all readings, corrected for severity. Their sum is rounded once. Then each is
 * rounded down, and those with the largest remainders get the points that the sum still needs, so that they are whole
 * numbers from 0 to 100 with that sum (the method of the largest remainder).
 */
export function publishedScores(readings: readonly CountedReading[]): Scores {
  const means = SUB_SCORES.map((name) => {
    const sum = readings.reduce((total, { scores, severity }) => total + scores[name] + severity[name], 0);
    return { name, mean: clamp(sum / readings.length, 0, 100) };
  });
  const total = Math.round(means.reduce((sum, { mean }) => sum + mean, 0));
  const whole: Scores = { storytelling: 0, execution: 0, thumbnailArt: 0 };
  for (const { name, mean } of means) whole[name] = Math.floor(mean);
  let missing = total - SUB_SCORES.reduce((sum, name) => sum + whole[name], 0);
  for (const { name } of means.toSorted((one, other) => remainder(other.mean) - remainder(one.mean))) {
    if (missing === 0) break;
    whole[name] += 1;
    missing -= 1;
  }
  return whole;
}

const remainder = (mean: number): number => mean - Math.floor(mean);

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
