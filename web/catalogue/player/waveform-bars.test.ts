import { expect, it } from 'vitest';
import { BARS, toBars } from './waveform-bars.ts';

const lowExcept = (heights: Record<number, number>) => Array.from({ length: BARS }, (_, bar) => heights[bar] ?? 0.06);
const silence = (length: number, peaks: Record<number, number>) =>
  Array.from({ length }, (_, index) => peaks[index] ?? 0);

it('makes each bar as high as the loudest peak of its slice', () => {
  // Five peaks per bar: the first and the last of a slice, and one in the middle.
  expect(toBars(silence(5 * BARS, { 0: 255, 9: 51, 12: 102, 13: 25 }))).toEqual(lowExcept({ 0: 1, 1: 0.2, 2: 0.4 }));
});

it('uses each peak for several bars when there are fewer peaks than bars', () => {
  const bars = toBars(silence(BARS / 2, { 0: 255, [BARS / 2 - 1]: 51 }));
  expect(bars).toEqual(lowExcept({ 0: 1, 1: 1, [BARS - 2]: 0.2, [BARS - 1]: 0.2 }));
});

it.each([null, []])('makes all bars low and equal without peaks (%j)', (peaks) => {
  expect(new Set(toBars(peaks))).toEqual(new Set([0.12]));
});
