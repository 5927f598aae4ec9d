import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { testUniformity, upperChiSquare } from './uniformity.ts';

describe('the chi-square distribution', () => {
  // Critical values from a table: https://www.itl.nist.gov/div898/handbook/eda/section3/eda3674.htm
  it.each([
    [3.841, 1, 0.05],
    [18.307, 10, 0.05],
    [63.691, 40, 0.01],
    [29.051, 40, 0.9],
    [124.342, 100, 0.05],
    [77.929, 100, 0.95],
  ])('is at least %f with %i degrees of freedom with a probability of %f', (value, degrees, probability) => {
    expect(upperChiSquare(value, degrees)).toBeCloseTo(probability, 4);
  });

  it('is always at least 0, and never far above its degrees of freedom', () => {
    expect(upperChiSquare(0, 5)).toBe(1);
    expect(upperChiSquare(1000, 5)).toBeLessThan(1e-100);
  });
});

describe('the test of uniform draws', () => {
  /** The p-values of so many years of draws among changing reviewers. */
  const pValues = (years: number, draw: (eligible: number[], uniform: () => number) => number): number[] => {
    const { uniform } = seededRandom(7);
    return Array.from({ length: years }, () => {
      const test = testUniformity(12);
      for (let n = 0; n < 600; n++) {
        const eligible = Array.from({ length: 12 }, (_, index) => index).filter(
          (index) => uniform() < 0.3 + index / 20,
        );
        if (eligible.length > 0) test.add(eligible, draw(eligible, uniform));
      }
      return test.pValue();
    });
  };

  it('has evenly spread p-values for draws that are uniform among the eligible reviewers', () => {
    const found = pValues(200, (eligible, uniform) => eligible[Math.floor(uniform() * eligible.length)]!);
    expect(found.filter((p) => p < 0.5).length).toBeGreaterThan(70);
    expect(found.filter((p) => p < 0.5).length).toBeLessThan(130);
    expect(found.filter((p) => p < 0.05).length).toBeLessThan(22);
  });

  it('notices draws that prefer the first one, or that are too even', () => {
    const preferring = pValues(20, (eligible, uniform) => eligible[Math.floor(uniform() ** 2 * eligible.length)]!);
    expect(Math.max(...preferring)).toBeLessThan(0.01);
    const counts = Array.from({ length: 12 }, () => 0);
    const even = pValues(1, (eligible) => {
      const rarest = eligible.toSorted((one, other) => counts[one]! - counts[other]!)[0]!;
      counts[rarest]! += 1;
      return rarest;
    });
    expect(Math.min(even[0]!, 1 - even[0]!)).toBeLessThan(0.01);
  });
});
