import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUB_SCORES, type Scores } from '../../catalogue/media/scores.ts';
import { NO_SEVERITY, correctedAverage, isNearBorder, publishedScores } from './published.ts';

const scoresOf = (storytelling: number, execution: number, thumbnailArt: number): Scores => ({
  storytelling,
  execution,
  thumbnailArt,
});
const sum = (scores: Scores): number => SUB_SCORES.reduce((total, name) => total + scores[name], 0);
const plain = (scores: Scores) => ({ scores, severity: NO_SEVERITY });

const score = fc.integer({ min: 0, max: 100 });
const points = fc.double({ min: -30, max: 30, noNaN: true });
const anyReading = fc.record({
  scores: fc.record({ storytelling: score, execution: score, thumbnailArt: score }),
  severity: fc.record({ storytelling: points, execution: points, thumbnailArt: points }),
});

describe('published scores', () => {
  it('are those of a single reviewer who is not severe, as given', () => {
    fc.assert(
      fc.property(anyReading, ({ scores }) => {
        expect(publishedScores([plain(scores)])).toEqual(scores);
      }),
    );
  });

  it('are the means of two readings, whose sum is rounded once', () => {
    // The sums are 180 and 181, so their mean is 180.5. Each mean is rounded down first: 60, 60 and 60.
    const scores = publishedScores([plain(scoresOf(60, 60, 60)), plain(scoresOf(60, 60, 61))]);
    expect(scores).toEqual(scoresOf(60, 60, 61));
    // Three halves: a rounding of each part would give 183.
    expect(sum(publishedScores([plain(scoresOf(60, 60, 60)), plain(scoresOf(61, 61, 61))]))).toBe(182);
  });

  it('are higher if the reviewer is severe, in each part by the severity there', () => {
    const severity = { storytelling: 4, execution: 0, thumbnailArt: -2 };
    expect(publishedScores([{ scores: scoresOf(50, 60, 70), severity }])).toEqual(scoresOf(54, 60, 68));
  });

  it('are whole numbers from 0 to 100 with the rounded sum of the means, in any order of readings', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { minLength: 1, maxLength: 4 }), (readings) => {
        const published = publishedScores(readings);
        let exact = 0;
        for (const name of SUB_SCORES) {
          const total = readings.reduce((all, reading) => all + reading.scores[name] + reading.severity[name], 0);
          const mean = Math.min(100, Math.max(0, total / readings.length));
          exact += mean;
          expect(Number.isInteger(published[name])).toBe(true);
          expect(published[name]).toBeGreaterThanOrEqual(Math.floor(mean));
          expect(published[name]).toBeLessThanOrEqual(Math.min(100, Math.floor(mean) + 1));
        }
        expect(Math.abs(sum(published) - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.abs(sum(publishedScores(readings.toReversed())) - sum(published))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the corrected average', () => {
  it('adds the severity, stays from 0 to 100, and is not rounded', () => {
    const severity = { storytelling: 1, execution: 1, thumbnailArt: 0 };
    expect(correctedAverage({ scores: scoresOf(60, 60, 60), severity })).toBeCloseTo(60 + 2 / 3);
    const much = { storytelling: 9, execution: 9, thumbnailArt: 9 };
    expect(correctedAverage({ scores: scoresOf(99, 99, 99), severity: much })).toBe(100);
  });

  it.each([
    [57.9, false],
    [58.1, true],
    [60, true],
    [61.9, true],
    [62.1, false],
    [69, true],
    [84, true],
    [91.9, true],
    [92, false],
    [100, false],
  ])('of %f is near a border at a margin of two points: %s', (average, expected) => {
    expect(isNearBorder(average, 2)).toBe(expected);
  });

  it('is never near a border without a margin', () => {
    expect(isNearBorder(60, 0)).toBe(false);
  });
});
