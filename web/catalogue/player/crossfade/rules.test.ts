import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { canFade, partsAt } from './rules.ts';

const track = (id: string, length: number | null, mediaType: MediaSummary['mediaType'] = 'song') => ({
  id,
  length,
  mediaType,
});

it('fades songs that are at least three times as long as the fade and at most ten minutes long', () => {
  expect(canFade(track('a', 200), track('b', 180), 12)).toBe(true);
  expect(canFade(track('a', 36), track('b', 36), 12)).toBe(true);
  expect(canFade(track('a', 600), track('b', 600), 12)).toBe(true);
});

it('does not fade when either the outgoing or the incoming track does not qualify', () => {
  const song = track('a', 200);
  const others = [track('b', 35), track('b', 601), track('b', null), track('b', 200, 'video')];
  for (const other of others) {
    expect(canFade(song, other, 12)).toBe(false);
    expect(canFade(other, song, 12)).toBe(false);
  }
  expect(canFade(song, song, 12)).toBe(false);
  expect(canFade(song, track('b', 200), 0)).toBe(false);
});

it('keeps the combined power constant, from the first song alone to the second alone', () => {
  expect(partsAt(0)).toEqual({ out: 1, in: 0 });
  expect(partsAt(1).out).toBeCloseTo(0, 12);
  expect(partsAt(1).in).toBe(1);
  // The clock was changed, or a step came late.
  expect(partsAt(-3)).toEqual(partsAt(0));
  expect(partsAt(7)).toEqual(partsAt(1));
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, two) => {
      const [earlier, later] = [partsAt(Math.min(one, two)), partsAt(Math.max(one, two))];
      expect(earlier.out ** 2 + earlier.in ** 2).toBeCloseTo(1, 12);
      expect(later.out).toBeLessThanOrEqual(earlier.out);
      expect(later.in).toBeGreaterThanOrEqual(earlier.in);
    }),
  );
});
