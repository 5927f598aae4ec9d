import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, ladder, nominalRate } from './ladder.ts';

const side = fc.integer({ min: 2, max: 8000 });

describe('ladder', () => {
  it('never exceeds the source, shrinks from rung to rung, fits its box and has even sides', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const rungs = ladder(width, height, 30);
        expect(rungs.length).toBeGreaterThan(0);
        for (const [at, rung] of rungs.entries()) {
          expect(rung.width).toBeLessThanOrEqual(width);
          expect(rung.height).toBeLessThanOrEqual(height);
          expect(Math.max(rung.width, rung.height)).toBeLessThanOrEqual(1920);
          expect(Math.min(rung.width, rung.height)).toBeLessThanOrEqual(1080);
          expect((rung.width % 2) + (rung.height % 2)).toBe(0);
          const above = rungs[at - 1];
          if (above !== undefined) expect(rung.width * rung.height).toBeLessThan(above.width * above.height);
        }
        expect(new Set(rungs.map(({ name }) => name)).size).toBe(rungs.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('has the usual sizes for a film and for a phone held upright', () => {
    expect(ladder(3840, 2160, 30).map(({ width, height }) => `${width}x${height}`)).toEqual([
      '1920x1080',
      '1280x720',
      '854x480',
      '640x360',
    ]);
    expect(ladder(2160, 3840, 30).map(({ name }) => name)).toEqual(['1080', '720', '480', '360']);
  });

  it('gives faster pictures more bits', () => {
    expect(ladder(1920, 1080, 60)[0]?.maxRate).toBeGreaterThan(ladder(1920, 1080, 30)[0]?.maxRate ?? 0);
  });
});

describe('nominalRate', () => {
  it.each([
    [29.97, '30000/1001'],
    [30.02, '30'],
    [23.98, '24000/1001'],
    [24.9, '25'],
    [120, '60'],
    [2, '10'],
    [59.9, '60000/1001'],
  ])('rounds %d frames a second to %s', (measured, rate) => {
    expect(nominalRate(measured)).toBe(rate);
  });

  it('differs by at most 27 percent from any rate between 9 and 66, which is half of the way from 30 to 48', () => {
    fc.assert(
      fc.property(fc.double({ min: 9, max: 66, noNaN: true }), (measured) => {
        expect(Math.abs(fraction(nominalRate(measured)) / measured - 1)).toBeLessThan(0.27);
      }),
    );
  });
});
