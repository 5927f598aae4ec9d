import { describe, expect, it } from 'vitest';
import { NO_SEVERITY } from '@scoville/contract/review/readings/published.ts';
import { marginOf, secondFor } from './second-reading.ts';

const settings = { REVIEW_SECOND_MARGIN: 0.5, REVIEW_SECOND_SHARE: 0.05 };
/** A standard deviation of five points, so the margin is 2.5. */
const calibration = { severity: NO_SEVERITY, severityVariance: 9, errorVariance: 16 };
const reading = (score: number, severity = 0) => ({
  scores: { storytelling: score, execution: score, thumbnailArt: score },
  severity: { storytelling: severity, execution: severity, thumbnailArt: severity },
});

describe('a second reading', () => {
  it('is needed within a margin that follows from the uncertainty of the reviewer', () => {
    expect(marginOf(settings, calibration)).toBe(2.5);
    expect(secondFor(settings, reading(58), calibration, 999_999)).toBe('border');
    expect(secondFor(settings, reading(57), calibration, 999_999)).toBeNull();
    const unsure = { ...calibration, severityVariance: 33 };
    expect(secondFor(settings, reading(57), unsure, 999_999)).toBe('border');
  });

  it('is needed near a border of the corrected score, not of the given one', () => {
    expect(secondFor(settings, reading(60, 5), calibration, 999_999)).toBeNull();
    expect(secondFor(settings, reading(55, 5), calibration, 999_999)).toBe('border');
  });

  it('is drawn for a share of the others by lot', () => {
    expect(secondFor(settings, reading(50), calibration, 49_999)).toBe('random');
    expect(secondFor(settings, reading(50), calibration, 50_000)).toBeNull();
    const lots = Array.from({ length: 20_000 }, () => secondFor(settings, reading(50), calibration));
    const share = lots.filter((second) => second === 'random').length / lots.length;
    // Six standard deviations of a share of 0.05 among so many.
    expect(Math.abs(share - 0.05)).toBeLessThan(0.01);
  });

  it('is never needed without a calibration, or with both settings at 0', () => {
    expect(secondFor(settings, reading(60), undefined, 0)).toBeNull();
    const none = { REVIEW_SECOND_MARGIN: 0, REVIEW_SECOND_SHARE: 0 };
    expect(secondFor(none, reading(60), calibration, 0)).toBeNull();
  });
});
