import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelledGain } from './loudness.ts';

const decibels = (integrated: number, truePeak: number) => 20 * Math.log10(levelledGain({ integrated, truePeak }));

describe('levelled loudness', () => {
  it('lowers loud tracks and raises quiet ones, to -14 LUFS', () => {
    expect(decibels(-8, 0)).toBeCloseTo(-6);
    expect(decibels(-18, -8)).toBeCloseTo(4);
    expect(levelledGain(null)).toBe(1);
  });

  it('never raises a true peak above -1 dBTP, with any measured loudness', () => {
    expect(decibels(-20, -3)).toBeCloseTo(2);
    const level = fc.double({ min: -70, max: 3, noNaN: true });
    fc.assert(
      fc.property(level, level, (integrated, truePeak) => {
        expect(truePeak + decibels(integrated, truePeak)).toBeLessThanOrEqual(-1 + 1e-9);
        expect(integrated + decibels(integrated, truePeak)).toBeLessThanOrEqual(-14 + 1e-9);
      }),
    );
  });
});
