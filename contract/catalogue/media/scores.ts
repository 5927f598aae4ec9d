import * as z from 'zod/mini';

const wholeScore = 'A score is a whole number from 0 to 100.';
const Score = z.int(wholeScore).check(z.minimum(0), z.maximum(100));

/** The three sub-scores of a review, each 0 to 100. */
export const Scores = z.object({ storytelling: Score, execution: Score, thumbnailArt: Score });
export type Scores = z.infer<typeof Scores>;
export const SUB_SCORES = ['storytelling', 'execution', 'thumbnailArt'] as const;

export const APPROVAL = 60;
export const WELL_DONE = 70;
export const PERFECTLY_SEASONED = 85;
/** Followers who chose curated media are notified only of scores above this one, not equal to it. */
export const FOLLOW_SCORE = 75;

export const Band = z.enum(['A', 'B', 'C', 'D', 'E']);
export type Band = z.infer<typeof Band>;

export const BAND_LABELS: Record<Band, string> = {
  A: 'PRFCTLY SEASND',
  B: 'WELL DONE',
  C: 'UNDR COOKD',
  D: 'CHOPPED',
  E: 'NO SCORE',
};

const sum = (scores: Scores): number => scores.storytelling + scores.execution + scores.thumbnailArt;

/** The exact average, which all limits are compared with. */
export const average = (scores: Scores): number => sum(scores) / 3;

/** Does the exact average reach the limit? Compares whole numbers, so that thirds can't be rounded. */
export const reaches = (scores: Scores, limit: number): boolean => sum(scores) >= limit * 3;

/** The score that is shown: the average, rounded down. */
export const shownScore = (scores: Scores): number => Math.floor(average(scores));

/** The band of the shown score: A 85 to 100, B 70 to 84, C 60 to 69, D 1 to 59, E 0 or none. */
export function bandOf(scores: Scores | null): Band {
  const shown = scores === null ? 0 : shownScore(scores);
  if (shown >= PERFECTLY_SEASONED) return 'A';
  if (shown >= WELL_DONE) return 'B';
  if (shown >= APPROVAL) return 'C';
  return shown >= 1 ? 'D' : 'E';
}
