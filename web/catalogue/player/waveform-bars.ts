/** The number of bars of a waveform at any width. */
export const BARS = 160;

/** Heights from 0 to 1: the loudest peak (0 to 255) of each slice. All bars are low while the peaks are unknown. */
export function toBars(peaks: readonly number[] | null): number[] {
  if (peaks === null || peaks.length === 0) return Array.from({ length: BARS }, () => 0.12);
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / BARS));
    let loudest = 0;
    for (let index = from; index < to; index += 1) loudest = Math.max(loudest, peaks[index] ?? 0);
    return Math.max(0.06, loudest / 255);
  });
}
