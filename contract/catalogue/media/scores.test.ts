import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_LABELS, Band, SUB_SCORES, Scores, average, bandOf, reaches, shownScore } from './scores.ts';

const all = (score: number): Scores => ({ storytelling: score, execution: score, thumbnailArt: score });
const summing = (sum: number): Scores => ({
  storytelling: Math.min(100, sum),
  execution: Math.min(100, Math.max(0, sum - 100)),
  thumbnailArt: Math.max(0, sum - 200),
});
const label = (scores: Scores | null) => BAND_LABELS[bandOf(scores)];

describe('scores', () => {
  it('SC-01 have the mean of the three as their average', () => {
    expect(average({ storytelling: 90, execution: 80, thumbnailArt: 70 })).toBe(80);
  });

  it('CU-02 must be whole numbers from 0 to 100', () => {
    for (const score of [-1, 101, 59.5, Number.NaN, '60'])
      expect(Scores.safeParse({ ...all(60), execution: score }).success).toBe(false);
    for (const score of [0, 100]) expect(Scores.safeParse(all(score)).success).toBe(true);
  });

  it('CU-02 are refused with a sentence if invalid, and all three are required', () => {
    for (const score of [-1, 101, 59.5, '60'])
      expect(Scores.safeParse({ ...all(60), execution: score }).error?.issues.map(({ message }) => message)).toEqual([
        'A score is a whole number from 0 to 100.',
      ]);
    expect(Scores.safeParse({}).error?.issues.map(({ path }) => path.join())).toEqual(SUB_SCORES);
    expect(SUB_SCORES).toEqual(['storytelling', 'execution', 'thumbnailArt']);
    expect(Band.options).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('SC-02 band A is 85 to 100', () => {
    for (const score of [85, 100]) expect(label(all(score))).toBe('PRFCTLY SEASND');
    expect(bandOf(all(84))).not.toBe('A');
  });

  it('SC-03 band B is 70 to 84', () => {
    for (const score of [70, 84]) expect(label(all(score))).toBe('WELL DONE');
    for (const score of [69, 85]) expect(bandOf(all(score))).not.toBe('B');
  });

  it('SC-04 band C is 60 to 69', () => {
    for (const score of [60, 69]) expect(label(all(score))).toBe('UNDR COOKD');
    for (const score of [59, 70]) expect(bandOf(all(score))).not.toBe('C');
  });

  it('SC-05 band D is 1 to 59', () => {
    for (const score of [1, 59]) expect(label(all(score))).toBe('CHOPPED');
    for (const score of [0, 60]) expect(bandOf(all(score))).not.toBe('D');
  });

  it('SC-06 band E is 0 and unrated', () => {
    expect(label(all(0))).toBe('NO SCORE');
    expect(label(null)).toBe('NO SCORE');
    expect(bandOf({ storytelling: 1, execution: 0, thumbnailArt: 0 })).toBe('E');
  });

  it('SC-08 never round thirds up into a band or over a limit', () => {
    for (const limit of [60, 70, 85, 90]) {
      expect(reaches(summing(limit * 3 - 1), limit)).toBe(false);
      expect(reaches(summing(limit * 3), limit)).toBe(true);
    }
    expect(bandOf(summing(254))).toBe('B');
    expect(bandOf(summing(209))).toBe('C');
    expect(bandOf(summing(179))).toBe('D');
    expect(shownScore(summing(254))).toBe(84);
  });

  it('agree on the band of the shown score and the limit of the exact average', () => {
    const score = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.record({ storytelling: score, execution: score, thumbnailArt: score }), (scores) => {
        expect(reaches(scores, 85)).toBe(bandOf(scores) === 'A');
        expect(reaches(scores, 60)).toBe(['A', 'B', 'C'].includes(bandOf(scores)));
      }),
    );
  });
});
