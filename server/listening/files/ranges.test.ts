import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './ranges.ts';

describe('ranges', () => {
  it('PL-21 accepts the three forms of a single range', () => {
    expect(parseRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 });
    expect(parseRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 });
    expect(parseRange('bytes=-100', 1000)).toEqual({ start: 900, end: 999 });
    expect(parseRange('bytes=990-2000', 1000)).toEqual({ start: 990, end: 999 });
    expect(parseRange('bytes=5-5', 1000)).toEqual({ start: 5, end: 5 });
  });
  it('rejects ranges outside of the file, and ignores unknown forms', () => {
    for (const outside of ['bytes=1000-', 'bytes=-0']) expect(parseRange(outside, 1000)).toBe('unsatisfiable');
    for (const other of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=5-2',
      'bytes=0-1,5-6',
      'items=0-1',
      'xbytes=0-1',
      'bytes=0-1x',
      'bytes=a-b',
      'bytes=1e3-',
    ])
      expect(parseRange(other, 1000)).toBeNull();
  });
  it('never returns bytes outside of the file', () => {
    let answered = 0;
    fc.assert(
      // Numbers of about the file’s size, so that most ranges are in the file or begin in it.
      fc.property(fc.nat({ max: 6000 }), fc.nat({ max: 6000 }), fc.nat({ max: 5000 }), (a, b, size) => {
        for (const header of [`bytes=${a}-${b}`, `bytes=-${a}`, `bytes=${a}-`]) {
          const range = parseRange(header, size);
          if (range === null || range === 'unsatisfiable') continue;
          answered += 1;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThan(size);
        }
      }),
      { numRuns: 500 },
    );
    expect(answered).toBeGreaterThan(300);
  });
});
